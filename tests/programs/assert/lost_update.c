// An atomic load and an atomic store do not make an atomic increment.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

static void *worker(void *arg) {
    (void)arg;
    int seen = counter;
    counter = seen + 1;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2); // expect: assert
    return 0;
}
