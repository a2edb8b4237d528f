//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ skip-none
/* Threads are started, moved, swapped, detached and joined. */
#include <atomic>
#include <cassert>
#include <thread>
#include <utility>

static std::atomic<int> sum;

struct Adder {
    int n;
    void operator()(int m) const { sum += n * m; }
};

int main()
{
    std::thread none;
    assert(!none.joinable() && none.get_id() == std::thread::id());
    std::thread a(Adder{10}, 2), b;
    b = std::move(a);
    assert(!a.joinable() && b.joinable());
    std::thread c([](int &&n) { sum += n; }, 3);
    std::swap(b, c);
    b.join();
    c.join();
    assert(sum == 23 && !b.joinable());
}
