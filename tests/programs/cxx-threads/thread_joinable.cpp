//@ expect: abort
//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ skip-none
/* The thread is neither joined nor detached when its object dies. */
#include <thread>

static void work() {}

int main()
{
    std::thread t(work);
}
