//@ expect: deadlock
//@ skip-tau
// Readers come and go. One takes a mutex while it reads, another reads while it has the mutex: that is
// a deadlock if the second has to wait behind a writer.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *reads(void *arg) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}

static void *reads_outside(void *arg) {
    pthread_rwlock_rdlock(&lock);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_rwlock_unlock(&lock);
    return arg;
}

static void *reads_inside(void *arg) {
    pthread_mutex_lock(&mutex);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_mutex_unlock(&mutex);
    return arg;
}

static void *writes(void *arg) {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    void *(*const run[])(void *) = { reads, writes, reads_outside, reads_inside };
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, run[i], NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
