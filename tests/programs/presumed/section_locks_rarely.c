//@ skip-none
// As section_locks.c, but a lock that protects nothing is rarely taken in a section.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int steps;

static void *holds(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *steps_in(void *arg) {
    steps++;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, holds, NULL);
    pthread_create(&b, NULL, steps_in, NULL);
    if (rarely()) {
        __VERIFIER_atomic_begin();
        int before = steps;
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
        assert(steps == before); // expect: assert
        __VERIFIER_atomic_end();
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
