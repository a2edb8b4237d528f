// Two threads are handed blocks of one size, and one of them rarely both.
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

struct pair {
    int *mine, *other;
};

static void *work(void *arg) {
    struct pair *pair = arg;
    *pair->mine += 1; // expect: data-race
    if (pair->other && rarely())
        *pair->other += 1; // expect: data-race
    return NULL;
}

int main(void) {
    pthread_t s, t;
    int *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    struct pair first = { a, NULL }, second = { b, a };
    pthread_create(&s, NULL, work, &first);
    pthread_create(&t, NULL, work, &second);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    free(a);
    free(b);
    return 0;
}
