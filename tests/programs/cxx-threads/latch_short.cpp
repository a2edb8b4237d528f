//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ flags: --reduction presumed
/* Three are expected, two come. */
//@ expect: deadlock
#include <latch>
#include <thread>

static std::latch ready(3);

int main()
{
    std::thread t([] { ready.arrive_and_wait(); });
    ready.arrive_and_wait();
    t.join();
}
