//@ expect: safe
//@ native: no
//@ exits: 0 2 3
// As exit_early_ok.c, where the way to the end has a loop, or goes through a pointer.
#include <stdio.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

static void (*give_up)(int) __attribute__((noreturn)) = exit;

int main(void) {
    int *block = malloc(sizeof *block);
    *block = 1;
    if (__VERIFIER_nondet_bool()) {
        for (int i = 0; i < 3; i++)
            puts("usage");
        exit(2);
    }
    if (__VERIFIER_nondet_bool())
        give_up(3);
    free(block);
    return 0;
}
