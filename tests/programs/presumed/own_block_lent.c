// Each thread has a block of its own, but one of them rarely looks at the other's.
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

static int *_Atomic lent;

static void *work(void *arg) {
    int *own = arg;
    lent = own;
    *own += 1; // expect: data-race
    return NULL;
}

static void *look(void *arg) {
    int *own = arg, *other = lent;
    *own += 1;
    if (other && rarely())
        *own += *other; // expect: data-race
    return NULL;
}

int main(void) {
    pthread_t s, t;
    int *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    pthread_create(&s, NULL, work, a);
    pthread_create(&t, NULL, look, b);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    free(a);
    free(b);
    return 0;
}
