//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* One by one, and each the other's first. */
//@ expect: deadlock
#include <mutex>
#include <thread>

static std::mutex a, b;

static void move(std::mutex &from, std::mutex &to)
{
    std::lock_guard<std::mutex> one(from);
    std::lock_guard<std::mutex> other(to);
}

int main()
{
    std::thread t([] { move(a, b); });
    move(b, a);
    t.join();
}
