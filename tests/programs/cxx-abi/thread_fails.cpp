//@ stdlib: libstdc++ libc++
//@ flags: --faults thread-create
/* The second thread cannot be started, and the first is not joined on the way out. */
//@ opt: O0
//@ expect: uncaught-exception
//@ expect: abort
#include <thread>

int main()
{
    std::thread one([] {});
    std::thread other([] {});
    one.join();
    other.join();
}
