// A block goes from one thread to the next, which has its number. The first one's is rarely used by a third.
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

static int *_Atomic kept;

static void *work(void *arg) {
    int *own = arg;
    *own += 1; // expect: data-race
    return NULL;
}

static void *watch(void *arg) {
    if (rarely())
        *kept += 1; // expect: data-race
    return arg;
}

int main(void) {
    pthread_t first, second, third;
    int *block = calloc(1, sizeof *block);
    pthread_create(&first, NULL, work, block);
    pthread_join(first, NULL);
    kept = block;
    pthread_create(&third, NULL, watch, NULL);
    pthread_create(&second, NULL, work, block);
    pthread_join(second, NULL);
    pthread_join(third, NULL);
    free(block);
    return 0;
}
