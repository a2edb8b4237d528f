//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* Nobody waits for the thread, which uses a variable of a function that is left. */
//@ expect: dead-stack
//@ expect: data-race
#include <atomic>
#include <thread>

static std::atomic<bool> done;

static void start()
{
    int local = 1;
    std::thread([&] {
        local++;
        done = true;
    }).detach();
}

int main()
{
    start();
    while (!done)
        std::this_thread::yield();
}
