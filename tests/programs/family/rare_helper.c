//@ opt: O0
// Somebody else than main rarely starts a thread, which main does not know of when it writes.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static int cell;
static int starts;

static void *writes(void *arg) {
    cell = 1; // expect: data-race
    return arg;
}

static void *works(void *arg) {
    pthread_t helper;
    if (starts) {
        pthread_create(&helper, NULL, writes, NULL);
        pthread_join(helper, NULL);
    }
    return arg;
}

int main(void) {
    pthread_t worker;
    starts = rarely();
    pthread_create(&worker, NULL, works, NULL);
    cell = 2; // expect: data-race
    pthread_join(worker, NULL);
}
