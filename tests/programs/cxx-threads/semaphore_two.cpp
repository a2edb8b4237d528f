//@ std: c++20
//@ skip-none
/* Two tokens: both threads are inside. */
#include <semaphore>
#include <thread>

static std::counting_semaphore<4> tokens(2);
static int count;

static void work()
{
    tokens.acquire();
    count++; // expect: data-race
    tokens.release();
}

int main()
{
    std::thread t(work);
    work();
    t.join();
}
