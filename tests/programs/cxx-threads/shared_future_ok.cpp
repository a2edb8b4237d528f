//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* Two threads wait for the same result. */
#include <cassert>
#include <future>
#include <thread>

int main()
{
    std::promise<int> promise;
    std::shared_future<int> result = promise.get_future().share();
    std::thread t([result] { assert(result.get() == 7); });
    promise.set_value(7);
    assert(result.get() == 7);
    t.join();
}
