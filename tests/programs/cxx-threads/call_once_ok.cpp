//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ flags: --reduction presumed
/* Made once by whoever comes first; tried again after an exception. */
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static std::atomic<int> tries;
static int value;

static int get()
{
    try {
        std::call_once(flag, [] {
            if (tries++ == 0)
                throw 1;
            value = 7;
        });
    } catch (int) {
        return 7;
    }
    return value;
}

int main()
{
    std::thread t([] { assert(get() == 7); });
    assert(get() == 7);
    t.join();
    assert(get() == 7 && value == 7 && tries == 2);
}
