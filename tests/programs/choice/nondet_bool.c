//@ native: no
// The names of the SV-COMP rules, declared by the program itself.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    _Bool a = __VERIFIER_nondet_bool();
    _Bool b = __VERIFIER_nondet_bool();
    assert(!(a && !b)); // expect: assert
    return 0;
}
