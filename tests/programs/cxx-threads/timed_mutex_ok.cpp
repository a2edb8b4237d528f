//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* Trying for some time: got it, or not. */
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

static std::timed_mutex mutex;
static int count;

static void work()
{
    if (mutex.try_lock_for(std::chrono::milliseconds(5))) {
        count++;
        mutex.unlock();
    }
}

int main()
{
    std::thread t(work);
    work();
    t.join();
    assert(count == 1 || count == 2);
}
