// Two must come and four do: who leaves need not have met the one that prepared.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static atomic_int ready;

static void *prepares(void *arg) {
    ready = 1;
    pthread_barrier_wait(&barrier);
    return arg;
}

static void *uses(void *arg) {
    pthread_barrier_wait(&barrier);
    assert(ready); // expect: assert
    return arg;
}

static void *comes(void *arg) {
    pthread_barrier_wait(&barrier);
    return arg;
}

int main(void) {
    pthread_t threads[4];
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&threads[0], NULL, prepares, NULL);
    pthread_create(&threads[1], NULL, uses, NULL);
    pthread_create(&threads[2], NULL, comes, NULL);
    pthread_create(&threads[3], NULL, comes, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
