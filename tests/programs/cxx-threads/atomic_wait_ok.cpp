//@ expect: safe
//@ std: c++20
//@ flags: --reduction presumed
/* Waiting for a value to change. */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> stage;
static std::atomic_flag flag;
static int payload;

int main()
{
    std::thread t([] {
        payload = 3;
        stage = 1;
        stage.notify_one();
        flag.wait(false);
        assert(payload == 4);
    });
    stage.wait(0);
    assert(stage == 1 && payload == 3);
    payload = 4;
    flag.test_and_set();
    flag.notify_all();
    t.join();
}
