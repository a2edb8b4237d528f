//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* A mutex belongs to the thread that locked it. */
//@ expect: mutex-misuse
#include <mutex>
#include <thread>

static std::mutex mutex;

int main()
{
    mutex.lock();
    std::thread t([] { mutex.unlock(); });
    t.join();
}
