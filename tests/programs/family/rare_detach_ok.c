//@ expect: safe
//@ native: no
// A thread rarely detaches its helper, and then nobody looks at what that writes.
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
static int detaches;

static void *writes(void *arg) {
    cell = 1;
    return arg;
}

static void *works(void *arg) {
    pthread_t helper;
    pthread_create(&helper, NULL, writes, NULL);
    if (detaches)
        pthread_detach(helper);
    else
        pthread_join(helper, NULL);
    return arg;
}

int main(void) {
    pthread_t worker;
    detaches = rarely();
    pthread_create(&worker, NULL, works, NULL);
    pthread_join(worker, NULL);
    if (!detaches)
        cell = 2;
}
