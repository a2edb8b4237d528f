//@ expect: safe
// The twin of upper_half.c: only the half that was passed is looked at.
#include <assert.h>

static int low(long n) {
    return (int)n;
}

static long wide(void) {
    return 0x123456789;
}

int (*volatile operation)(int) = (int (*)(int))(void (*)(void))low;
int (*volatile narrow)(void) = (int (*)(void))(void (*)(void))wide;

int main(void) {
    assert(operation(5) == 5);
    assert(narrow() == 0x23456789);
    return 0;
}
