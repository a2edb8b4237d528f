//@ expect: unsupported
//@ native: no
// A choice among 2^32 values is refused, not cut down.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    assert(n * n != 123456);
    return 0;
}
