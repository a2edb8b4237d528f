//@ expect: safe
//@ native: no
// All 256 values of a byte.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(n != 0);
    unsigned bits = 0;
    for (unsigned m = n; m; m &= m - 1)
        bits++;
    assert(bits >= 1 && bits <= 8);
    assert((bits == 8) == (n == 255));
    return 0;
}
