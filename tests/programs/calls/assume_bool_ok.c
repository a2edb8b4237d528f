//@ expect: safe
//@ native: no
// Many programs declare it with a _Bool, the runtime takes an int.
#include <assert.h>
#include <stdbool.h>

void __VERIFIER_assume(_Bool);
int __VERIFIER_nondet_bool(void);

int main(void) {
    int n = __VERIFIER_nondet_bool();
    __VERIFIER_assume(n > 0);
    assert(n == 1);
    return 0;
}
