//@ expect: uncaught-exception
//@ std: c++20
//@ flags: --reduction presumed
/* Whoever sets it second throws. */
#include <future>
#include <thread>

static std::promise<int> promise;

int main()
{
    std::thread t([] { promise.set_value(1); });
    promise.set_value(2);
    t.join();
}
