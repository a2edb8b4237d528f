//@ expect: safe
//@ skip-tau
// A reader may have to wait behind a writer, when it comes back, beside two others.
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int cell;

static void *adds(void *arg) {
    atomic_fetch_add(&cell, 1);
    return arg;
}

static void *reads(void *arg) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}

static void *writes(void *arg) {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t threads[4];
    pthread_create(&threads[0], NULL, adds, NULL);
    pthread_create(&threads[1], NULL, adds, NULL);
    pthread_create(&threads[2], NULL, reads, NULL);
    pthread_create(&threads[3], NULL, writes, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
