// A thread that main does not join uses its block while main frees it, in few executions.
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

static void *work(void *arg) {
    int *own = arg;
    *own += 1; // expect: use-after-free data-race
    return NULL;
}

int main(void) {
    pthread_t s, t;
    int *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    pthread_create(&s, NULL, work, a);
    pthread_create(&t, NULL, work, b);
    pthread_join(s, NULL);
    int early = rarely();
    if (early)
        free(b); // expect: data-race
    pthread_join(t, NULL);
    free(a);
    if (!early)
        free(b);
    return 0;
}
