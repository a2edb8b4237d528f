//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* A task, its result, and the exception it ends with. */
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

static int half(int n)
{
    if (n % 2)
        throw std::invalid_argument("odd");
    return n / 2;
}

int main()
{
    std::packaged_task<int(int)> task(half);
    std::future<int> result = task.get_future();
    std::thread t(std::move(task), 4);
    assert(result.get() == 2 && !result.valid());
    t.join();
    std::packaged_task<int(int)> other(half);
    other(3);
    try {
        other.get_future().get();
        assert(false);
    } catch (const std::invalid_argument &) {
    }
}
