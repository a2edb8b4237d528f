//@ expect: safe
//@ std: c++20
//@ skip-none
#include <atomic>
#include <thread>

static std::atomic<int> done;
static std::thread worker;

static void start()
{
    int local = 1;
    worker = std::thread([local] { done = local; });
}

int main()
{
    start();
    worker.join();
    return done - 1;
}
