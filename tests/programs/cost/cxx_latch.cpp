//@ expect: safe
//@ std: c++20
//@ opt: O0
//@ skip-none
//@ stdlib: libstdc++ libc++
//@ states-max: 66
/* A latch that one thread counts down and another waits for. */
#include <latch>
#include <thread>

static std::latch ready(1);
static int data;

int main()
{
    std::thread t([] {
        data = 1;
        ready.count_down();
    });
    ready.wait();
    int seen = data;
    t.join();
    return seen - 1;
}
