//@ expect: safe
// The repaired twin of stack.c: the join lies between.
#include <assert.h>
#include <pthread.h>

static void *worker(void *arg) {
    volatile int *n = arg;
    *n += 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    volatile int n = 1;
    pthread_create(&t, NULL, worker, (void *)&n);
    pthread_join(t, NULL);
    n += 2;
    assert(n == 4);
    return 0;
}
