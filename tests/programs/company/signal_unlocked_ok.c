//@ expect: safe
//@ skip-tau
// A thread is woken by one that shares nothing with it but the condition variable. The lock keeps it from coming too early.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static atomic_int others;
static int done;

static void *waits(void *arg) {
    pthread_mutex_lock(&mutex);
    while (!done)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    return arg;
}

static void *wakes(void *arg) {
    pthread_mutex_lock(&mutex);
    done = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return arg;
}

static void *adds(void *arg) {
    atomic_fetch_add(&others, 1);
    return arg;
}

int main(void) {
    pthread_t threads[4];
    pthread_create(&threads[0], NULL, waits, NULL);
    pthread_create(&threads[1], NULL, wakes, NULL);
    pthread_create(&threads[2], NULL, adds, NULL);
    pthread_create(&threads[3], NULL, adds, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
