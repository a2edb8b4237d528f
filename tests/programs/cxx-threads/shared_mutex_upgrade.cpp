//@ stdlib: libstdc++ libc++
//@ std: c++17
//@ flags: --reduction presumed
/* Who reads and wants to write waits for itself. */
//@ expect: deadlock
//@ expect: uncaught-exception
//@ expect: mutex-misuse
#include <mutex>
#include <shared_mutex>

static std::shared_mutex mutex;

int main()
{
    std::shared_lock<std::shared_mutex> reading(mutex);
    std::unique_lock<std::shared_mutex> writing(mutex);
}
