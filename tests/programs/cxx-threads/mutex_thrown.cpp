//@ std: c++20
//@ skip-none
/* The exception passes the unlock, and the next one waits for ever. */
//@ expect: deadlock
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex m;

static void work(bool fails)
{
    m.lock();
    if (fails)
        throw std::runtime_error("failed");
    m.unlock();
}

int main()
{
    std::thread t([] {
        try {
            work(true);
        } catch (std::exception &) {
        }
    });
    t.join();
    work(false);
}
