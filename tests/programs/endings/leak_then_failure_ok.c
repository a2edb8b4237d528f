//@ expect: safe
//@ native: no
//@ flags: --keep-going
// A block is given back before an execution is given up.
#include <augur.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

static int *block;

int main(void) {
    block = malloc(sizeof *block);
    if (!__VERIFIER_nondet_bool()) {
        free(block);
        block = NULL;
        augur_assume(0);
    }
    free(block);
}
