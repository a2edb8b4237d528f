//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* An atomic pointer, or what the language has for this. */
#include <atomic>
#include <mutex>
#include <thread>

static std::atomic<int *> instance;
static std::mutex mutex;

static int *get()
{
    int *found = instance.load(std::memory_order_acquire);
    if (!found) {
        std::lock_guard<std::mutex> lock(mutex);
        found = instance.load(std::memory_order_relaxed);
        if (!found)
            instance.store(found = new int(5), std::memory_order_release);
    }
    return found;
}

static int local()
{
    static int made = *get();
    return made;
}

int main()
{
    std::thread t([] { local(); });
    int seen = local();
    t.join();
    delete instance.load();
    return seen - 5;
}
