//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* The future of std::async waits in its destructor: the local variable is still there. */
#include <cassert>
#include <future>

int main()
{
    int n = 0;
    {
        auto done = std::async(std::launch::async, [&] { n = 1; });
    }
    assert(n == 1);
}
