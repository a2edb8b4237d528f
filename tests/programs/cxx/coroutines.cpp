// Coroutines: a generator, a task that awaits another, an exception through both.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
//@ std: c++20
#include <coroutine>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <utility>

struct Numbers {
    struct promise_type {
        int current = 0;
        Numbers get_return_object() { return Numbers{std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(int n) { return current = n, std::suspend_always{}; }
        void return_void() {}
        void unhandled_exception() { throw; }
    };
    explicit Numbers(std::coroutine_handle<promise_type> h) : handle(h) {}
    Numbers(Numbers &&other) : handle(std::exchange(other.handle, {})) {}
    ~Numbers()
    {
        if (handle)
            handle.destroy();
    }
    bool next() { return handle.resume(), !handle.done(); }
    std::coroutine_handle<promise_type> handle;
};

static Numbers fibonacci(int limit)
{
    for (int a = 0, b = 1; a < limit; b += std::exchange(a, b))
        co_yield a;
}

static Numbers fails()
{
    co_yield 1;
    throw std::runtime_error("inside");
}

struct Task {
    struct promise_type {
        int value = 0;
        std::coroutine_handle<> waiting = std::noop_coroutine();
        std::exception_ptr error;
        Task get_return_object() { return Task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() { return {}; }
        struct Final {
            bool await_ready() noexcept { return false; }
            std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept
            {
                return h.promise().waiting;
            }
            void await_resume() noexcept {}
        };
        Final final_suspend() noexcept { return {}; }
        void return_value(int n) { value = n; }
        void unhandled_exception() {}
    };
    explicit Task(std::coroutine_handle<promise_type> h) : handle(h) {}
    ~Task() { handle.destroy(); }
    bool await_ready() { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> h)
    {
        handle.promise().waiting = h;
        return handle;
    }
    int await_resume() { return handle.promise().value; }
    std::coroutine_handle<promise_type> handle;
};

static Task inner(int n) { co_return n * 2; }
static Task outer() { co_return co_await inner(20) + co_await inner(1); }

int main()
{
    for (auto numbers = fibonacci(50); numbers.next();)
        std::printf("%d ", numbers.handle.promise().current);
    std::puts("");
    try {
        auto numbers = fails();
        numbers.next();
        numbers.next();
    } catch (const std::runtime_error &e) {
        std::puts(e.what());
    }
    Task task = outer();
    task.handle.resume();
    std::printf("%d\n", task.await_resume());
    return 0;
}
