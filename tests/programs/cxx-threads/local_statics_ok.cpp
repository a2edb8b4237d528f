//@ expect: safe
//@ flags: --reduction presumed
/* The first thread that comes makes it, others wait. */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> made;

struct Service {
    int number;
    Service() : number(++made) {}
};

static Service &service()
{
    static Service only;
    return only;
}

int main()
{
    std::thread t([] { assert(service().number == 1); });
    assert(service().number == 1);
    t.join();
    assert(made == 1);
}
