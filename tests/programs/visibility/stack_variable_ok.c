//@ expect: safe
// The repaired twin of stack_variable.c: after the join nothing changes any more.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static void *worker(void *arg) {
    atomic_int *n = arg;
    *n = 5;
    return NULL;
}

int main(void) {
    pthread_t t;
    atomic_int n;
    atomic_init(&n, 0);
    pthread_create(&t, NULL, worker, &n);
    pthread_join(t, NULL);
    int first = n;
    int second = n;
    assert(first == second);
    return 0;
}
