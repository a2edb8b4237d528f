//@ expect: safe
//@ std: c++20
//@ flags: --reduction presumed
/* latch, barrier, semaphores. */
#include <atomic>
#include <barrier>
#include <cassert>
#include <latch>
#include <semaphore>
#include <thread>

static int data;
static std::latch ready(1);
static std::binary_semaphore token(0);

int main()
{
    int phases = 0;
    auto next = [&]() noexcept { phases++; };
    std::barrier meet(2, next);
    std::thread t([&] {
        data = 1;
        ready.count_down();
        token.acquire();
        assert(data == 2);
        meet.arrive_and_wait();
    });
    ready.wait();
    assert(data == 1);
    data = 2;
    token.release();
    meet.arrive_and_wait();
    t.join();
    assert(phases == 1 && !token.try_acquire());
}
