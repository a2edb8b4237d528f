//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ flags: --reduction presumed
/* Two rounds; what one writes before the barrier the other reads behind it. */
#include <barrier>
#include <cassert>
#include <thread>

static int left, right;

int main()
{
    std::barrier meet(2);
    std::thread t([&] {
        left = 1;
        meet.arrive_and_wait();
        assert(right == 1);
    });
    right = 1;
    meet.arrive_and_wait();
    assert(left == 1);
    t.join();
}
