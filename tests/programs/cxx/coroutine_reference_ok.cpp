//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ std: c++20
// The coroutine has its own copy, and is destroyed.
#include <coroutine>
#include <string>

struct Task {
    struct promise_type {
        Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() {}
    };
    std::coroutine_handle<promise_type> handle;
    ~Task() { handle.destroy(); }
};

static unsigned length;

static Task measure(std::string text)
{
    length = text.size();
    co_return;
}

int main()
{
    Task task = measure("a temporary string that is too long for the object");
    task.handle.resume();
    return length != 50;
}
