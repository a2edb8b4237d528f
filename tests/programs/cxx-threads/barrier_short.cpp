//@ stdlib: libc++
//@ std: c++20
//@ flags: --reduction presumed
/* One is missing. */
//@ expect: deadlock
#include <barrier>
#include <thread>

int main()
{
    std::barrier meet(3);
    std::thread t([&] { meet.arrive_and_wait(); });
    meet.arrive_and_wait();
    t.join();
}
