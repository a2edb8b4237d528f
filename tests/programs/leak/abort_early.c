//@ flags: --keep-going
// The same with `abort`, and with a check that never fails beside it.
#include <assert.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    char *buffer = malloc(8);
    buffer[0] = __VERIFIER_nondet_bool();
    assert(buffer[0] < 2);
    if (buffer[0] == 1)
        abort(); // expect: abort
    free(buffer);
    return 0;
}
