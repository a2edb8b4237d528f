//@ expect: safe
//@ exits: 11 12 21 22
//@ native: no
// An exception that leaves the function in which an atomic section was begun ends it: others act before it is caught.
#include <atomic>
#include <thread>

extern "C" void __VERIFIER_atomic_begin();
extern "C" void __VERIFIER_atomic_end();

static std::atomic<int> a, b, result;

static void fails() {
    __VERIFIER_atomic_begin();
    a++;
    throw 1;
}

int main() {
    std::thread looks([] {
        try {
            fails();
        } catch (int) {
            b++;
        }
        result = a * 10;
        result += b;
    });
    std::thread steps([] {
        a++;
        b++;
    });
    looks.join();
    steps.join();
    return result;
}
