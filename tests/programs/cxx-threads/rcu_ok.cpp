//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* Readers have the version that was there when they came. */
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

class Settings {
    std::shared_ptr<const std::vector<int>> current = std::make_shared<std::vector<int>>(2, 1);

public:
    std::shared_ptr<const std::vector<int>> read() const { return std::atomic_load(&current); }
    void set(int value) { std::atomic_store(&current, std::shared_ptr<const std::vector<int>>(new std::vector<int>(2, value))); }
};

int main()
{
    Settings settings;
    std::thread t([&] { settings.set(2); });
    auto mine = settings.read();
    assert((*mine)[0] == (*mine)[1]);
    t.join();
    assert(settings.read()->front() == 2);
}
