//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ flags: --reduction presumed
/* A latch and a semaphore, with both libraries. */
#include <cassert>
#include <latch>
#include <semaphore>
#include <thread>

static int data;
static std::latch ready(1);
static std::binary_semaphore token(0);

int main()
{
    std::thread t([] {
        data = 1;
        ready.count_down();
        token.acquire();
        assert(data == 2);
    });
    ready.wait();
    assert(data == 1);
    data = 2;
    token.release();
    t.join();
}
