//@ expect: safe
//@ std: c++20
//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* There is a token for everybody. A look at the semaphore fails if the other thread takes or gives
 * one back meanwhile, but the other does that only twice: no thread fails sixteen times and then
 * waits for ever (see semaphore_gcc12.cpp). */
#include <semaphore>
#include <thread>

static std::counting_semaphore<4> tokens(2);

int main()
{
    std::thread t([] {
        tokens.acquire();
        tokens.release();
    });
    tokens.acquire();
    t.join();
    return tokens.try_acquire() ? 0 : 1;
}
