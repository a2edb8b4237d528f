//@ skip-tau
// Three threads read under a read lock, and one that is there once in a while writes under one, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int data, done;

static void *reads(void *arg) {
    pthread_rwlock_rdlock(&lock);
    int first = data, second = data;
    assert(first == second); // expect: assert
    pthread_rwlock_unlock(&lock);
    done++;
    return arg;
}

static void *writes(void *arg) {
    if (done == 2) {
        pthread_rwlock_rdlock(&lock);
        data++;
        pthread_rwlock_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, i == 1 ? writes : reads, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
