//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
//@ skip-none
/* Who is woken asks again. */
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
    changed.wait(lock, [] { return elements > 0; });
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
    assert(elements == 0);
}
