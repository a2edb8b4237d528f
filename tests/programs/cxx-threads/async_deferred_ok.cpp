//@ expect: safe
//@ stdlib: libstdc++ libc++
/* A deferred task runs in the thread that asks for it, or never. */
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

int main()
{
    int ran = 0;
    auto lazy = std::async(std::launch::deferred, [&] { return ++ran; });
    {
        auto never = std::async(std::launch::deferred, [&] { ran = 9; });
    }
    assert(ran == 0 && lazy.wait_for(std::chrono::seconds(0)) == std::future_status::deferred);
    assert(lazy.get() == 1);
}
