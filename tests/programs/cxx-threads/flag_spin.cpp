//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* The flag is looked at and set, but not at once. */
//@ expect: data-race
#include <atomic>
#include <thread>

static std::atomic<bool> held;
static int count;

static void work()
{
    while (held)
        std::this_thread::yield();
    held = true;
    count++;
    held = false;
}

int main()
{
    std::thread t(work);
    work();
    t.join();
}
