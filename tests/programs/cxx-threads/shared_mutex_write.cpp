//@ std: c++20
//@ skip-none
/* Both have the lock, as readers, and write. */
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static int hits;

static void look()
{
    std::shared_lock lock(m);
    hits++; // expect: data-race
}

int main()
{
    std::thread t(look);
    look();
    t.join();
}
