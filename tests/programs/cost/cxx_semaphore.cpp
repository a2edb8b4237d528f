//@ expect: safe
//@ std: c++20
//@ opt: O0
//@ skip-none
//@ stdlib: libstdc++ libc++
//@ states-max: 122
/* A semaphore that one thread releases and another acquires. */
#include <semaphore>
#include <thread>

static std::counting_semaphore<4> tokens(0);
static int data;

int main()
{
    std::thread t([] {
        data = 1;
        tokens.release();
    });
    tokens.acquire();
    int seen = data;
    t.join();
    return seen - 1;
}
