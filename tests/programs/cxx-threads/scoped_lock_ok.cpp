//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ std: c++17
//@ flags: --reduction presumed
/* Both locks at once, in whatever order: no deadlock. */
#include <mutex>
#include <thread>

static std::mutex a, b;
static int money[2] = {5, 5};

static void move(std::mutex &from, std::mutex &to, int way)
{
    std::scoped_lock both(from, to);
    money[way]--;
    money[1 - way]++;
}

int main()
{
    std::thread t([] { move(a, b, 0); });
    move(b, a, 1);
    t.join();
    return money[0] - 5;
}
