//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* The place is announced before the value is there. */
//@ expect: data-race
#include <array>
#include <atomic>
#include <thread>

static std::array<int, 4> slots;
static std::atomic<unsigned> tail;

int main()
{
    std::thread t([] {
        unsigned at = tail.fetch_add(1);
        slots[at] = 7;
    });
    while (!tail)
        std::this_thread::yield();
    int seen = slots[0];
    t.join();
    return seen == 8;
}
