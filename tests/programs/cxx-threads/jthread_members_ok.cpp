//@ expect: safe
//@ std: c++20
//@ skip-none
#include <atomic>
#include <memory>
#include <thread>

struct Service {
    std::unique_ptr<std::atomic<int>> state = std::make_unique<std::atomic<int>>(1);
    std::jthread worker;

    void start()
    {
        worker = std::jthread([this, p = state.get()] { p->load(); });
    }
};

int main()
{
    Service service;
    service.start();
}
