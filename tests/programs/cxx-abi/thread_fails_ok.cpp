//@ expect: safe
//@ native: no
//@ stdlib: libstdc++ libc++
//@ flags: --faults thread-create --reduction presumed
/* Where there is no thread the caller does the work. */
#include <cassert>
#include <system_error>
#include <thread>

int main()
{
    int done = 0;
    auto work = [&] { done++; };
    std::thread other;
    try {
        other = std::thread(work);
    } catch (const std::system_error &) {
        work();
    }
    if (other.joinable())
        other.join();
    assert(done == 1);
}
