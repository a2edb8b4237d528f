//@ expect: safe
// The repaired twin of block_scope.c; each round of a loop has a fresh variable.
#include <assert.h>

int *volatile kept;

__attribute__((noinline)) static void set(int *p, int value) {
    *p = value;
    kept = p;
}

int main(void) {
    for (int i = 0; i < 3; i++) {
        int inner;
        set(&inner, i);
        assert(*kept == i);
    }
    return 0;
}
