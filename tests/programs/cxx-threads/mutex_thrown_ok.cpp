//@ expect: safe
//@ std: c++20
//@ skip-none
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex m;

static void work(bool fails)
{
    std::lock_guard lock(m);
    if (fails)
        throw std::runtime_error("failed");
}

int main()
{
    std::thread t([] {
        try {
            work(true);
        } catch (std::exception &) {
        }
    });
    work(false);
    t.join();
}
