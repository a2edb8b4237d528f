//@ expect: safe
//@ std: c++20
//@ flags: --reduction presumed
/* A jthread asks its function to stop, and joins by itself. */
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

static std::atomic<int> callbacks;

int main()
{
    std::atomic<bool> stopped{false};
    {
        std::jthread worker([&](std::stop_token token) {
            std::stop_callback note(token, [] { callbacks++; });
            while (!token.stop_requested())
                std::this_thread::yield();
            stopped = true;
        });
        assert(worker.joinable());
    }
    assert(stopped && callbacks == 1);
    std::stop_source source;
    std::stop_token token = source.get_token();
    {
        std::stop_callback gone(token, [] { callbacks++; });
    }
    assert(source.request_stop() && !source.request_stop() && token.stop_requested());
    assert(callbacks == 1);
    std::stop_callback late(token, [] { callbacks++; });
    assert(callbacks == 2);
}
