//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* The worker starts before the lock that it takes is made. */
//@ expect: mutex-misuse
//@ expect: data-race
//@ expect: uninit
#include <mutex>
#include <thread>

class Worker {
    std::thread thread;
    std::mutex mutex;
    int count;

    void run()
    {
        std::lock_guard<std::mutex> lock(mutex);
        count++;
    }

public:
    Worker() : thread([this] { run(); }), count(0) {}
    ~Worker() { thread.join(); }
};

int main()
{
    Worker worker;
}
