//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* Two are woken for one element: who asks once finds nothing. */
//@ expect: assert
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static int elements;

static void take()
{
    std::unique_lock<std::mutex> lock(mutex);
    if (!elements)
        changed.wait(lock);
    assert(elements > 0);
    elements--;
}

static void put()
{
    std::lock_guard<std::mutex> lock(mutex);
    elements++;
    changed.notify_all();
}

int main()
{
    std::thread one(take), other(take);
    put();
    put();
    one.join();
    other.join();
}
