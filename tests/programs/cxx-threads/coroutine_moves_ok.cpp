//@ expect: safe
//@ std: c++20
//@ skip-none
// A coroutine goes on in a thread of its own, and who has started it writes when that has ended.
#include <coroutine>
#include <exception>
#include <thread>

static int sum;

struct Task {
    struct promise_type {
        Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_never initial_suspend() { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
    std::coroutine_handle<promise_type> handle;
};

struct Moves {
    std::thread &thread;
    bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<> handle) {
        thread = std::thread([handle] { handle.resume(); });
    }
    void await_resume() {}
};

static Task works(std::thread &thread) {
    int step = 1;
    sum++;
    co_await Moves{thread};
    sum += step;
}

int main() {
    std::thread starter([] {
        std::thread thread;
        Task task = works(thread);
        thread.join();
        sum++;
        task.handle.destroy();
    });
    starter.join();
    return sum == 3 ? 0 : 1;
}
