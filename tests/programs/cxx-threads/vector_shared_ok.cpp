//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* Each with the lock. */
#include <mutex>
#include <thread>
#include <vector>

static std::vector<int> numbers{1, 2};
static std::mutex mutex;

int main()
{
    std::thread t([] {
        std::lock_guard<std::mutex> lock(mutex);
        numbers.push_back(3);
    });
    int sum = 0;
    {
        std::lock_guard<std::mutex> lock(mutex);
        for (int n : numbers)
            sum += n;
    }
    t.join();
    return sum != 3 && sum != 6;
}
