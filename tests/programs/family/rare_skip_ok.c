//@ expect: safe
//@ native: no
// Who joins a thread is always the same but rarely, and then nobody adds before.
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
static int sum;
static int skips;

static void *adds(void *arg) {
    sum++;
    return arg;
}

static void *joins(void *arg) {
    if (skips)
        return arg;
    pthread_join(first, NULL);
    sum++;
    return arg;
}

int main(void) {
    pthread_t second;
    skips = rarely();
    pthread_create(&first, NULL, adds, NULL);
    pthread_create(&second, NULL, joins, NULL);
    pthread_join(second, NULL);
    if (skips)
        pthread_join(first, NULL);
}
