//@ expect: deadlock
//@ std: c++20
//@ skip-none
/* std::mutex is not recursive. */
#include <mutex>

static std::mutex m;

static void inner()
{
    std::lock_guard lock(m);
}

int main()
{
    std::lock_guard lock(m);
    inner();
}
