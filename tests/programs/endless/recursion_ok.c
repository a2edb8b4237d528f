//@ expect: safe
//@ native: no
// The stack grows and shrinks in every round of an endless loop.
#include <assert.h>

volatile int depth = 3;

__attribute__((noinline)) static int down(int n) {
    volatile int here = n;
    return n == 0 ? 0 : 1 + down(here - 1);
}

int main(void) {
    for (;;)
        assert(down(depth) == 3);
}
