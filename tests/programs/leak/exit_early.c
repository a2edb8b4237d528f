//@ expect: leak
// The program gives up in the middle, but has lost a block already: only the function knew it that has
// returned since.
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

__attribute__((noinline)) static int work(void) {
    char *volatile buffer = malloc(8);
    buffer[0] = 1;
    if (__VERIFIER_nondet_bool())
        return buffer[0];
    free(buffer);
    return 0;
}

int main(void) {
    if (work())
        exit(2);
    return 0;
}
