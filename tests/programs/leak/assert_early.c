//@ flags: --keep-going
// A failed check is not a leak as well: the block is still in a variable of a function that has not returned.
#include <assert.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    char *buffer = malloc(8);
    buffer[0] = __VERIFIER_nondet_bool();
    assert(buffer[0] != 1); // expect: assert
    if (buffer[0] == 2)
        abort();
    free(buffer);
    return 0;
}
