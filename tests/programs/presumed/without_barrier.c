//@ skip-none
// One of two threads rarely does not wait at the barrier before it looks at the other one's data.
#include <pthread.h>
#include <stddef.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static pthread_barrier_t barrier;
static int data[2];

static void *worker(void *arg) {
    int *own = arg, *other = own == data ? data + 1 : data;
    *own = 1; // expect: data-race
    if (!rarely())
        pthread_barrier_wait(&barrier); // expect: deadlock
    return *other ? arg : NULL; // expect: data-race
}

int main(void) {
    pthread_t s, t;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&s, NULL, worker, &data[0]);
    pthread_create(&t, NULL, worker, &data[1]);
    pthread_join(s, NULL); // expect: deadlock
    pthread_join(t, NULL);
}
