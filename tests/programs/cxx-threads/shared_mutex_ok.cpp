//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ flags: --reduction presumed
/* Readers side by side, writers alone. */
#include <atomic>
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static int a, b;

static int read()
{
    std::shared_lock lock(m);
    return a - b;
}

int main()
{
    std::thread writer([] {
        std::unique_lock lock(m);
        a++;
        b++;
    });
    std::thread reader([] { assert(read() == 0); });
    assert(read() == 0);
    writer.join();
    reader.join();
    assert(a == 1 && m.try_lock_shared());
    assert(!m.try_lock());
    m.unlock_shared();
}
