//@ stdlib: libstdc++ libc++
/* The lock was moved away. */
#include <mutex>

static std::mutex mutex;

int main()
{
    std::unique_lock<std::mutex> one(mutex);
    std::unique_lock<std::mutex> other(std::move(one));
    one.unlock(); // expect: uncaught-exception
}
