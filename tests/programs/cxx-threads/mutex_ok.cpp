//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ skip-none
/* Guards of every kind, with one mutex and with two. */
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b;
static int count;

static void both()
{
    std::scoped_lock lock(a, b);
    count++;
}

int main()
{
    std::thread t([] {
        std::scoped_lock lock(b, a);
        count++;
    });
    both();
    t.join();
    std::unique_lock<std::mutex> later(a, std::defer_lock);
    assert(!later.owns_lock() && later.try_lock());
    later.unlock();
    {
        std::lock(a, b);
        std::lock_guard first(a, std::adopt_lock), second(b, std::adopt_lock);
        assert(count == 2);
    }
    assert(std::try_lock(a, b) == -1);
    a.unlock();
    b.unlock();
}
