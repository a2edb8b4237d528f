//@ expect: safe
//@ native: no
//@ skip-none
//@ skip-tau
// There is a choice in the middle of an atomic section, between two variables that others use.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
_Bool __VERIFIER_nondet_bool(void);

static atomic_int x, y;

static void *counts(void *arg) {
    for (int i = 1; i < 20; i++)
        y = i;
    return arg;
}

static void *looks(void *arg) {
    __VERIFIER_atomic_begin();
    x = x + 1;
    int rare = 0;
    if (__VERIFIER_nondet_bool())
        rare = 1;
    int seen = y;
    __VERIFIER_atomic_end();
    assert(!rare || seen < 20);
    return arg;
}

int main(void) {
    pthread_t writer, first, second;
    pthread_create(&writer, NULL, counts, NULL);
    pthread_create(&first, NULL, looks, NULL);
    pthread_create(&second, NULL, looks, NULL);
    pthread_join(first, NULL);
    pthread_join(writer, NULL);
    pthread_join(second, NULL);
}
