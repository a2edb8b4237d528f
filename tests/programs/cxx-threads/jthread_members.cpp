//@ std: c++20
//@ skip-none
/* Members die in reverse: the flag is gone before the thread that reads it is joined. */
#include <atomic>
#include <memory>
#include <thread>

struct Service {
    std::jthread worker;
    std::unique_ptr<std::atomic<int>> state = std::make_unique<std::atomic<int>>(1);

    void start()
    {
        worker = std::jthread([this, p = state.get()] { p->load(); }); // expect: use-after-free
    }
};

int main()
{
    Service service;
    service.start();
}
