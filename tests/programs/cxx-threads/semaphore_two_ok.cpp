//@ expect: safe
//@ stdlib: libc++
//@ native: no
//@ std: c++20
//@ flags: --reduction presumed
#include <semaphore>
#include <thread>

static std::counting_semaphore<4> tokens(1);
static int count;

static void work()
{
    tokens.acquire();
    count++;
    tokens.release();
}

int main()
{
    std::thread t(work);
    work();
    t.join();
    return count - 2;
}
