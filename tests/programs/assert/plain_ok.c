//@ expect: safe
// The repaired twin of plain.c.
#include <assert.h>

volatile int input = 3;

int main(void) {
    int n = input;
    assert(n * n == 9);
    return 0;
}
