//@ expect: safe
// The repaired twin of signed_overflow.c: unsigned numbers wrap around.
#include <assert.h>
#include <limits.h>

volatile unsigned large = UINT_MAX;

int main(void) {
    unsigned next = large + 1;
    assert(next == 0);
    return 0;
}
