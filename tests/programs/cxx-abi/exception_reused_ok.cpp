//@ expect: safe
//@ std: c++17
//@ flags: --races off
// As exception_reused.cpp, but the first is kept until the second is gone.
#include <atomic>
#include <cassert>
#include <exception>
#include <thread>

static std::exception_ptr kept;
static std::atomic<int *> place;

int main() {
    try {
        throw 1;
    } catch (int &number) {
        kept = std::current_exception();
        place = &number;
    }
    std::thread drops([] {
        place = nullptr;
        (void)kept;
    });
    int *old = place;
    bool same = false;
    try {
        throw 2;
    } catch (int &number) {
        same = old == &number;
    }
    drops.join();
    assert(!same);
}
