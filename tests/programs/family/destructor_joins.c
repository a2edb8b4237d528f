// A thread joins the one that it has started only when it ends, in the destructor of a key. Rarely it writes before that.
#include <pthread.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static pthread_key_t key;
static int sum;

static void *adds(void *arg) {
    sum++; // expect: data-race
    return arg;
}

static void joins(void *thread) {
    pthread_join(*(pthread_t *)thread, NULL);
    sum++;
    free(thread);
}

static void *works(void *early) {
    pthread_t *thread = malloc(sizeof *thread);
    pthread_create(thread, NULL, adds, NULL);
    if (early)
        sum++; // expect: data-race
    pthread_setspecific(key, thread);
    return NULL;
}

static void *starts(void *early) {
    pthread_t worker;
    pthread_create(&worker, NULL, works, early);
    pthread_join(worker, NULL);
    return NULL;
}

int main(void) {
    pthread_t starter;
    pthread_key_create(&key, joins);
    pthread_create(&starter, NULL, starts, rarely() ? &sum : NULL);
    pthread_join(starter, NULL);
    return sum == 2 ? 0 : 1;
}
