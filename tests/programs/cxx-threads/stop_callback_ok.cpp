//@ expect: safe
//@ std: c++20
//@ flags: --reduction presumed
/* A callback runs once: where stopping is asked for, or where it is made if that was before. */
#include <cassert>
#include <stop_token>
#include <thread>

int main()
{
    int calls = 0;
    std::stop_source source;
    std::thread t([&] { source.request_stop(); });
    {
        std::stop_callback callback(source.get_token(), [&] { calls++; });
    }
    t.join();
    std::stop_callback late(source.get_token(), [&] { calls += 10; });
    assert(calls == 10 || calls == 11);
}
