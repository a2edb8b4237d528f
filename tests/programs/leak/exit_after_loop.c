//@ opt: O0
//@ expect: leak
// As exit_after_loop_ok.c, but the block is lost before the way to the end begins.
#include <stdio.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int *block = malloc(sizeof *block);
    *block = 1;
    block = malloc(sizeof *block);
    if (__VERIFIER_nondet_bool()) {
        for (int i = 0; i < 3; i++)
            puts("usage");
        exit(2);
    }
    free(block);
    return 0;
}
