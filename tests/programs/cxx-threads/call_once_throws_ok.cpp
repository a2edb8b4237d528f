//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* Who throws has not done it; the next one tries again. */
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int tries, done;

static void set_up()
{
    if (++tries == 1)
        throw 1;
    done++;
}

static void ask()
{
    try {
        std::call_once(flag, set_up);
    } catch (int) {
    }
}

int main()
{
    std::thread t(ask);
    ask();
    t.join();
    ask();
    assert(tries == 2 && done == 1);
}
