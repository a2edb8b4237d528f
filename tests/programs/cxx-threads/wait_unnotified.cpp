//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ flags: --reduction presumed
/* The value changes, but who waits already is not told. */
//@ expect: deadlock
#include <atomic>
#include <thread>

static std::atomic<int> number;

int main()
{
    std::thread t([] { number = 1; });
    number.wait(0);
    t.join();
}
