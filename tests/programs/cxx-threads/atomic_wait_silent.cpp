//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ skip-none
/* The value changes, but nobody is notified. */
//@ expect: deadlock
#include <atomic>
#include <thread>

static std::atomic<int> stage;

int main()
{
    std::thread t([] { stage = 1; });
    stage.wait(0);
    t.join();
}
