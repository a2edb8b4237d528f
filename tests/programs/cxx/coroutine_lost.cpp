//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ opt: O0
// Nobody destroys the coroutine that has not come to its end.
//@ expect: leak
#include <coroutine>

struct Generator {
    struct promise_type {
        int value;
        Generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(int n) { return value = n, std::suspend_always(); }
        void return_void() {}
        void unhandled_exception() {}
    };
    std::coroutine_handle<promise_type> handle;
};

static Generator count()
{
    for (int i = 1;; i++)
        co_yield i;
}

int main()
{
    int value;
    {
        Generator numbers = count();
        numbers.handle.resume();
        value = numbers.handle.promise().value;
    }
    return value - 1;
}
