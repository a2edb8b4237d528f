//@ expect: safe
//@ native: no
//@ exits: 0 1
// The program ends in a function of its own that does not return, called where an exception would have to
// destroy something.
#include <cstdio>
#include <cstdlib>

extern "C" bool __VERIFIER_nondet_bool();

struct Guard {
    int held = 1;
    ~Guard() { held = 0; }
};

[[noreturn]] static void die(const char *message) {
    std::puts(message);
    std::exit(1);
}

int main() {
    int *block = static_cast<int *>(std::malloc(sizeof *block));
    {
        Guard guard;
        if (__VERIFIER_nondet_bool())
            die("usage");
    }
    std::free(block);
}
