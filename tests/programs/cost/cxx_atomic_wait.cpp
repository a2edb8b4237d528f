//@ expect: safe
//@ std: c++20
//@ opt: O0
//@ skip-none
//@ stdlib: libstdc++ libc++
//@ states-max: 43
/* An atomic object that one thread changes and another waits for. */
#include <atomic>
#include <thread>

static std::atomic<int> number;

int main()
{
    std::thread t([] {
        number = 1;
        number.notify_one();
    });
    number.wait(0);
    t.join();
}
