//@ expect: safe
//@ native: no
//@ skip-tau
// Two pairs that never meet, but for a thread of the second that rarely looks at the cell of the first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static atomic_int first, second;

static void *adds(void *arg) {
    atomic_fetch_add(&first, 1);
    return arg;
}

static void *guest(void *arg) {
    int seen = atomic_fetch_add(&second, 1);
    if (rarely() && seen)
        assert(atomic_load(&first) <= 2);
    return arg;
}

static void *host(void *arg) {
    atomic_fetch_add(&second, 1);
    return arg;
}

int main(void) {
    pthread_t threads[4];
    pthread_create(&threads[0], NULL, adds, NULL);
    pthread_create(&threads[1], NULL, adds, NULL);
    pthread_create(&threads[2], NULL, guest, NULL);
    pthread_create(&threads[3], NULL, host, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
