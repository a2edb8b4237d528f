//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* A spin lock of one's own. */
#include <atomic>
#include <mutex>
#include <thread>

class SpinLock {
    std::atomic_flag flag = ATOMIC_FLAG_INIT;

public:
    void lock()
    {
        while (flag.test_and_set(std::memory_order_acquire))
            std::this_thread::yield();
    }
    void unlock() { flag.clear(std::memory_order_release); }
};

static SpinLock lock;
static int count;

static void work()
{
    std::lock_guard<SpinLock> guard(lock);
    count++;
}

int main()
{
    std::thread t(work);
    work();
    t.join();
    return count - 2;
}
