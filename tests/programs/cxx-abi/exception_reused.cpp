//@ std: c++17
//@ flags: --races off
// An exception may be where another was that somebody has dropped meanwhile.
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
        kept = nullptr;
    });
    int *old = place;
    bool same = false;
    try {
        throw 2;
    } catch (int &number) {
        same = old == &number;
    }
    drops.join();
    assert(!same); // expect: assert
}
