//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ flags: --reduction presumed
/* Waiting for atomic objects of several sizes, 16 and 64 among the values: the rounds that the
 * libraries poll are no values of the program's. */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> number(16);
static std::atomic<long> large(64);
static std::atomic<bool> flag;

int main()
{
    std::thread t([] {
        number = 64;
        number.notify_one();
        large = 16;
        large.notify_all();
        flag = true;
        flag.notify_one();
    });
    number.wait(16);
    assert(number == 64);
    large.wait(64);
    flag.wait(false);
    assert(large == 16 && flag);
    t.join();
}
