//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ skip-none
/* One of the two forgets the lock. */
#include <mutex>
#include <thread>

static std::mutex m;
static int count;

int main()
{
    std::thread t([] {
        std::lock_guard lock(m);
        count++; // expect: data-race
    });
    count++; // expect: data-race
    t.join();
    return count - 2;
}
