//@ skip-none
// Two blocks of one size: in one there is a lock, in the other a number where that lock names its owner,
// and the number happens to name a thread.
#include <assert.h>
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

struct locked {
    pthread_mutex_t lock;
    long data;
};

static struct locked *locked;
static int *numbers;
static atomic_int ready;

static void count(void) {
    pthread_mutex_lock(&locked->lock);
    locked->data++;
    pthread_mutex_unlock(&locked->lock);
}

static void *writer(void *arg) {
    count();
    int early = rarely();
    if (early)
        ready = 1;
    numbers[2] = 3; // expect: data-race
    ready = 1;
    return arg;
}

static void *reader(void *arg) {
    count();
    if (ready)
        assert(numbers[2] == 3); // expect: data-race assert
    return arg;
}

int main(void) {
    pthread_t s, t;
    locked = malloc(sizeof *locked);
    numbers = malloc(sizeof *locked);
    pthread_mutex_init(&locked->lock, NULL);
    locked->data = 0;
    numbers[2] = 2;
    pthread_create(&s, NULL, writer, NULL);
    pthread_create(&t, NULL, reader, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    pthread_mutex_destroy(&locked->lock);
    free(locked);
    free(numbers);
}
