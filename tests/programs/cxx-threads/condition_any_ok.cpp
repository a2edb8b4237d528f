//@ expect: safe
//@ std: c++20
//@ flags: --reduction presumed
/* condition_variable_any waits with any lock, and is ended by a stop token. */
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

static std::mutex m;
static std::condition_variable_any changed;

int main()
{
    std::jthread worker([](std::stop_token stop) {
        std::unique_lock lock(m);
        bool met = changed.wait(lock, stop, [] { return false; });
        assert(!met && stop.stop_requested());
    });
}
