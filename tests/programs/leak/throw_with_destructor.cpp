//@ opt: O0
//@ expect: leak
// As exit_with_destructor_ok.cpp, but the function throws, and the program goes on without the block.
#include <cstdlib>

extern "C" bool __VERIFIER_nondet_bool();

struct Guard {
    int held = 1;
    ~Guard() { held = 0; }
};

[[noreturn]] static void die() { throw 1; }

static void work() {
    int *block = static_cast<int *>(std::malloc(sizeof *block));
    {
        Guard guard;
        if (__VERIFIER_nondet_bool())
            die();
    }
    std::free(block);
}

int main() {
    try {
        work();
    } catch (int) {
    }
    return 0;
}
