//@ native: no
// One value in 256 breaks the averaging.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    unsigned char next = (unsigned char)(n + 1);
    assert(next > n); // expect: assert
    return 0;
}
