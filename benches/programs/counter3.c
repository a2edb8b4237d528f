// Three threads count under one mutex: blocking and waking, the runtime's
// atomic sections, few interleavings per lock.
#include <assert.h>
#include <pthread.h>

#define THREADS 3
#define ROUNDS 6

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *run(void *argument) {
    for (int round = 0; round < ROUNDS; round++) {
        pthread_mutex_lock(&mutex);
        counter++;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, run, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    assert(counter == THREADS * ROUNDS);
    return 0;
}
