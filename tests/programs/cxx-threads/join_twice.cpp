//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* There is nothing left to join. */
#include <thread>

int main()
{
    std::thread t([] {});
    t.join();
    t.join(); // expect: uncaught-exception
}
