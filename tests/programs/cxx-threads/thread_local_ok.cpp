//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ std: c++20
//@ skip-none
/* Each thread has its own, destroyed when it ends. */
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

static std::atomic<int> destroyed;
struct Log {
    std::string text = "log of a thread, longer than a small string";
    ~Log() { destroyed++; }
};
thread_local Log log_;

int main()
{
    std::thread t([] { log_.text += "!"; });
    t.join();
    assert(destroyed == 1);
    std::thread u([] {});
    u.join();
    assert(destroyed == 1 && log_.text.back() != '!');
}
