//@ std: c++20
//@ skip-none
/* A load and a store are no addition. */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> count;
static void work() { count = count + 1; }

int main()
{
    std::thread t(work);
    work();
    t.join();
    assert(count == 2); // expect: assert
}
