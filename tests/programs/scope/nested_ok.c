//@ expect: safe
// The repaired twin of nested.c: the pointer is to a variable of the outer block.
#include <assert.h>

static int *volatile kept;

__attribute__((noinline)) static void keep(int *p) { kept = p; }

int main(void) {
    int outer = 1;
    {
        int middle = 2;
        {
            int inner = 3;
            keep(&inner);
            middle += *kept;
        }
        keep(&middle);
        outer += *kept;
        keep(&outer);
    }
    assert(*kept == 6);
    return 0;
}
