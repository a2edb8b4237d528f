//@ expect: deadlock
//@ flags: --reduction=presumed
// Two of the last of many threads take two locks, each in an order of its own; all others have locks of their own.
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 160, ONE = 135, OTHER = 155 };

static pthread_mutex_t locks[THREADS];

static void *work(void *arg) {
    int self = (int)(long)arg;
    int second = self == ONE ? OTHER : self == OTHER ? ONE : self;
    pthread_mutex_lock(&locks[self]);
    if (second != self) {
        pthread_mutex_lock(&locks[second]);
        pthread_mutex_unlock(&locks[second]);
    }
    pthread_mutex_unlock(&locks[self]);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_mutex_init(&locks[i], NULL);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}
