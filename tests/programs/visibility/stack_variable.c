// main's own variable is shared as soon as a thread has its address.
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
    int first = n;
    int second = n;
    pthread_join(t, NULL);
    assert(first == second); // expect: assert
    return 0;
}
