//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ flags: --reduction presumed
/* Values and exceptions through promises, tasks and async. */
#include <cassert>
#include <cstring>
#include <future>
#include <stdexcept>
#include <thread>

int main()
{
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread t([&] { promise.set_value(5); });
    assert(future.get() == 5 && !future.valid());
    t.join();

    std::packaged_task<int(int)> task([](int n) -> int { throw std::runtime_error(n ? "task" : ""); });
    std::future<int> failed = task.get_future();
    std::thread u(std::move(task), 1);
    try {
        failed.get();
        assert(false);
    } catch (std::runtime_error &e) {
        assert(!std::strcmp(e.what(), "task"));
    }
    u.join();

    std::shared_future<int> shared = std::async(std::launch::async, [] { return 8; }).share();
    std::future<int> lazy = std::async(std::launch::deferred, [shared] { return shared.get() + 1; });
    assert(lazy.get() == 9 && shared.get() == 8);
}
