//@ expect: safe
//@ std: c++20
//@ skip-none
/* std::atomic<std::shared_ptr>, which libc++ does not have. */
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> current{std::make_shared<int>(1)};

int main()
{
    std::thread t([] { current.store(std::make_shared<int>(2)); });
    std::shared_ptr<int> seen = current.load();
    assert(*seen == 1 || *seen == 2);
    t.join();
    seen = current.exchange(nullptr);
    assert(*seen == 2);
}
