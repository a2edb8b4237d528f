// Nobody tells who destroys the barrier that the others are through.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_barrier_t barrier;

static void *comes(void *arg) {
    pthread_barrier_wait(&barrier); // expect: mutex-misuse
    return arg;
}

static void *clears(void *arg) {
    pthread_barrier_destroy(&barrier); // expect: mutex-misuse
    return arg;
}

int main(void) {
    pthread_t threads[3];
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&threads[0], NULL, comes, NULL);
    pthread_create(&threads[1], NULL, clears, NULL);
    pthread_create(&threads[2], NULL, comes, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
