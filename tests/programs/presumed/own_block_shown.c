// A block that others could reach before is handed to a thread; one of those that could comes to it late.
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

static int *_Atomic shown;

static void *reader(void *arg) {
    int *seen = shown;
    if (seen && rarely())
        *(int *)arg += *seen; // expect: data-race
    return NULL;
}

static void *work(void *arg) {
    *(int *)arg += 1; // expect: data-race
    return NULL;
}

int main(void) {
    pthread_t s, t;
    int *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    shown = b;
    pthread_create(&s, NULL, reader, a);
    shown = NULL;
    pthread_create(&t, NULL, work, b);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    free(a);
    free(b);
    return 0;
}
