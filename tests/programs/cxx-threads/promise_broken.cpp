//@ expect: uncaught-exception
//@ std: c++20
//@ flags: --reduction presumed
/* The promise dies without a value. */
#include <future>
#include <thread>

int main()
{
    std::future<int> future;
    std::thread t([&] {
        std::promise<int> promise;
        future = promise.get_future();
    });
    t.join();
    return future.get();
}
