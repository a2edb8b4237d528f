//@ flags: --keep-going
// A block is lost, and right after that an assertion fails: the state in between is where the leak is.
#include <assert.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

static int *block;

int main(void) {
    block = malloc(sizeof *block);
    _Bool fine = __VERIFIER_nondet_bool();
    if (!fine) {
        block = NULL; // expect: leak
        assert(fine); // expect: leak
    }
    free(block);
}
