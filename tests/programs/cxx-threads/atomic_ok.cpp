//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ native: no
//@ skip-none
/* Atomic objects of all sizes: numbers, pointers, structs of 16 bytes, floats. */
#include <atomic>
#include <cassert>
#include <thread>

struct alignas(16) Pair {
    long a, b;
};
static std::atomic<int> count;
static std::atomic<Pair> pair;
static std::atomic<double> level;
static int array[4];
static std::atomic<int *> at{array};

static void work()
{
    count++;
    Pair seen = pair.load();
    while (!pair.compare_exchange_weak(seen, Pair{seen.a + 1, seen.b - 1}))
        assert(seen.a == -seen.b);
    at.fetch_add(1);
    double old = level;
    while (!level.compare_exchange_strong(old, old + 0.5))
        ;
}

int main()
{
    std::thread t(work);
    work();
    t.join();
    Pair end = pair;
    assert(count == 2 && end.a == 2 && end.b == -2 && at == array + 2 && level == 1.0);
}
