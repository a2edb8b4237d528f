//@ std: c++20
//@ skip-none
#include <atomic>
#include <thread>

static int count;

int main()
{
    std::thread t([] { std::atomic_ref<int>(count)++; });
    count++; // expect: data-race
    t.join();
}
