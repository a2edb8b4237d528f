// A thread has a block of its own. Main rarely writes to it before it has joined the thread.
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
    *own += 1; // expect: data-race
    return NULL;
}

int main(void) {
    pthread_t s, t;
    int *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    pthread_create(&s, NULL, work, a);
    pthread_create(&t, NULL, work, b);
    pthread_join(s, NULL);
    if (rarely())
        *b = 3; // expect: data-race
    *a += 1;
    pthread_join(t, NULL);
    free(a);
    free(b);
    return 0;
}
