//@ std: c++20
//@ skip-none
/* Notified before anybody waits, and nothing to remember it by. */
//@ expect: deadlock
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable ready;

int main()
{
    std::thread t([] {
        std::lock_guard lock(m);
        ready.notify_one();
    });
    {
        std::unique_lock lock(m);
        ready.wait(lock);
    }
    t.join();
}
