//@ skip-none
// A block is handed over to another thread, and rarely written once more.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static int *_Atomic slot;

static void *giver(void *arg) {
    int late = rarely();
    int *block = malloc(sizeof *block);
    *block = 1;
    slot = block;
    if (late)
        *block = 2; // expect: data-race use-after-free
    return arg;
}

static void *taker(void *arg) {
    int *block = atomic_exchange(&slot, NULL);
    if (block) {
        ++*block; // expect: data-race
        free(block);
    }
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, giver, NULL);
    pthread_create(&t, NULL, taker, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    free(slot);
}
