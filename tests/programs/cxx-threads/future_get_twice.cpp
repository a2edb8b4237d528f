//@ flags: --reduction presumed
/* The result is fetched once; a shared_future would keep it. */
//@ expect: uncaught-exception
#include <future>

int main()
{
    std::promise<int> promise;
    std::future<int> result = promise.get_future();
    promise.set_value(1);
    return result.get() - result.get();
}
