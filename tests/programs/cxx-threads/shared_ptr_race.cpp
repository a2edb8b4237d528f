//@ expect: data-race
//@ std: c++20
//@ skip-none
/* The counts are atomic, the pointer itself is not. */
#include <memory>
#include <thread>

static std::shared_ptr<int> current = std::make_shared<int>(1);

int main()
{
    std::thread t([] { current = nullptr; });
    std::shared_ptr<int> mine = current;
    t.join();
    return mine && *mine != 1;
}
