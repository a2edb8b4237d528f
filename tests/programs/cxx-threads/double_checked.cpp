//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* The pointer is looked at without the lock, and is no atomic. */
//@ expect: data-race
#include <mutex>
#include <thread>

static int *instance;
static std::mutex mutex;

static int *get()
{
    if (!instance) {
        std::lock_guard<std::mutex> lock(mutex);
        if (!instance)
            instance = new int(5);
    }
    return instance;
}

int main()
{
    std::thread t([] { get(); });
    int seen = *get();
    t.join();
    delete instance;
    return seen - 5;
}
