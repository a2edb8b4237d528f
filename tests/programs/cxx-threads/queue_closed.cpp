//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* The end is told without the lock: it may come between the question and the wait. */
//@ expect: deadlock
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static std::atomic<bool> closed;

int main()
{
    std::thread t([] {
        std::unique_lock<std::mutex> lock(mutex);
        while (!closed)
            changed.wait(lock);
    });
    closed = true;
    changed.notify_all();
    t.join();
}
