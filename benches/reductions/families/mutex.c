// T threads, each takes a lock N times around work of its own.
#include <pthread.h>
#include <stdlib.h>

#ifndef T
#define T 2
#endif
#ifndef N
#define N 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument) {
    int *work = calloc(4, sizeof *work);
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&lock);
        for (int j = 0; j < 4; j++)
            work[j] += i;
        pthread_mutex_unlock(&lock);
    }
    free(work);
    return argument;
}

int main(void) {
    pthread_t threads[T];
    for (int i = 0; i < T; i++)
        pthread_create(&threads[i], 0, run, 0);
    for (int i = 0; i < T; i++)
        pthread_join(threads[i], 0);
    return 0;
}
