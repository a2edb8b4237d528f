//@ expect: deadlock
//@ std: c++20
//@ flags: --reduction presumed
/* Right by the standard, but not with libstdc++ 12 (GCC's bug 104928): acquire() reads the
 * counter, fails to take a token, and then waits for the counter to differ from what it was
 * before, although it is not 0. */
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
