// A thread rarely joins what another one joins.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static pthread_t first;
static int twice;

static void *ends(void *arg) { return arg; }

static void *joins(void *arg) {
    pthread_join(first, NULL); // expect: thread-misuse
    return arg;
}

int main(void) {
    pthread_t second;
    twice = rarely();
    pthread_create(&first, NULL, ends, NULL);
    pthread_create(&second, NULL, joins, NULL);
    if (twice)
        pthread_join(first, NULL); // expect: thread-misuse
    pthread_join(second, NULL);
}
