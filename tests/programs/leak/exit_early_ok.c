//@ expect: safe
//@ native: no
//@ exits: 0 2
// The program gives up in the middle: what it would have freed later is still in a variable of a function
// that has not returned, so it is not lost.
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

static void give_up(void) { exit(2); }

static int work(int size) {
    char *buffer = malloc(size);
    buffer[0] = 1;
    if (__VERIFIER_nondet_bool())
        exit(buffer[0] - 1);
    int result = buffer[0];
    free(buffer);
    return result;
}

int main(void) {
    int *size = malloc(sizeof *size);
    *size = 8;
    if (__VERIFIER_nondet_bool())
        give_up();
    int result = work(*size);
    free(size);
    return result - 1;
}
