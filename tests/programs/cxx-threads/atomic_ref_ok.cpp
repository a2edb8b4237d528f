//@ expect: safe
//@ std: c++20
//@ skip-none
/* atomic_ref makes accesses to a plain object atomic, if all of them are. */
#include <atomic>
#include <cassert>
#include <thread>

static int count;

int main()
{
    std::thread t([] { std::atomic_ref<int>(count)++; });
    std::atomic_ref<int>(count).fetch_add(1);
    t.join();
    assert(count == 2);
}
