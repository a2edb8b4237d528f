//@ expect: safe
//@ exits: 12 22 23
//@ native: no
// An exception that is caught in an atomic section leaves it open: nobody acts between the two looks.
#include <atomic>
#include <thread>

extern "C" void __VERIFIER_atomic_begin();
extern "C" void __VERIFIER_atomic_end();

static std::atomic<int> a, b, result;

struct Counted {
    ~Counted() { result++; }
};

static void fails() {
    Counted counted;
    a++;
    throw 1;
}

int main() {
    std::thread looks([] {
        __VERIFIER_atomic_begin();
        try {
            fails();
        } catch (int) {
            b++;
        }
        int seen = a * 10 + b;
        __VERIFIER_atomic_end();
        result += seen;
    });
    std::thread steps([] {
        a++;
        b++;
    });
    looks.join();
    steps.join();
    return result;
}
