//@ expect: safe
//@ native: no
// Somebody else than main rarely starts a thread, after main has written.
#include <assert.h>
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
    cell = 1;
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
    cell = 2;
    pthread_create(&worker, NULL, works, NULL);
    pthread_join(worker, NULL);
    assert(cell == 2 - starts);
}
