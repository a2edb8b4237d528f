//@ std: c++20
//@ skip-none
/* The thread outlives the variable that it refers to. */
#include <atomic>
#include <thread>

static std::atomic<int> done;
static std::thread worker;

static void start()
{
    std::atomic<int> local{1};
    worker = std::thread([&local] {
        done = local.load(); // expect: dead-stack
    });
}

int main()
{
    start();
    worker.join();
    return done - 1;
}
