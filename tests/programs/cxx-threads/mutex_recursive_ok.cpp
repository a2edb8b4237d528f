//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ skip-none
//@ native: no
//@ exits: 0 1
/* A recursive mutex, and a timed one with either outcome. */
#include <chrono>
#include <mutex>
#include <thread>

static std::recursive_mutex r;
static std::timed_mutex timed;
static int count;

static int deep(int n)
{
    std::lock_guard lock(r);
    count++;
    return n ? deep(n - 1) : 0;
}

int main()
{
    std::thread t([] {
        deep(1);
        std::lock_guard lock(timed);
    });
    deep(1);
    bool got = timed.try_lock_for(std::chrono::milliseconds(5));
    if (got)
        timed.unlock();
    t.join();
    if (count != 4)
        return 2;
    return got ? 0 : 1;
}
