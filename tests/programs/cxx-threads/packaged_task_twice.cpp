//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* A task runs once. */
#include <future>

int main()
{
    std::packaged_task<int()> task([] { return 1; });
    task();
    task(); // expect: uncaught-exception
}
