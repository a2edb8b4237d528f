//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ skip-none
/* A bounded buffer of one. */
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static int item;

int main()
{
    std::thread producer([] {
        for (int i = 1; i <= 2; i++) {
            std::unique_lock lock(m);
            changed.wait(lock, [] { return !item; });
            item = i;
            changed.notify_one();
        }
    });
    for (int i = 1; i <= 2; i++) {
        std::unique_lock lock(m);
        changed.wait(lock, [] { return item; });
        assert(item == i);
        item = 0;
        changed.notify_one();
    }
    producer.join();
}
