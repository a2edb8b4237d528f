//@ native: no
// The race needs one of the three numbers, and is seen though the index is chosen where it is used.
#include "augur.h"

#include <pthread.h>

int cells[6];

static void *writer(void *n)
{
    cells[(long)n] = 1; // expect: data-race
    return 0;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 2 && n <= 4);
    pthread_t thread;
    pthread_create(&thread, 0, writer, (void *)(long)n);
    cells[3] = 2; // expect: data-race
    pthread_join(thread, 0);
    return 0;
}
