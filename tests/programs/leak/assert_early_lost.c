//@ flags: --keep-going
//@ expect: leak
// A check fails after a block was lost: only the function knew it that has returned since.
#include <assert.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

__attribute__((noinline)) static int work(void) {
    char *volatile buffer = malloc(8);
    buffer[0] = __VERIFIER_nondet_bool();
    if (buffer[0])
        return buffer[0];
    free(buffer);
    return 0;
}

int main(void) {
    assert(!work());
    return 0;
}
