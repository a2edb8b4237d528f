//@ std: c++20
//@ skip-none
/* Two locks in two orders. */
//@ expect: deadlock
#include <mutex>
#include <thread>

static std::mutex a, b;

int main()
{
    std::thread t([] {
        std::lock_guard first(b);
        std::lock_guard second(a);
    });
    {
        std::lock_guard first(a);
        std::lock_guard second(b);
    }
    t.join();
}
