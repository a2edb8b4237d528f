//@ skip-none
//@ skip-tau
// A reader-writer lock is overwritten while others hold it or wait for it, by assignments that do not race.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static atomic_int q;

static void anew(void) {
    pthread_mutex_lock(&guard);
    lock = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
    pthread_mutex_unlock(&guard);
}

static void *owns(void *arg) {
    pthread_rwlock_wrlock(&lock);
    for (int i = 1; i < 9; i++)
        q = i;
    anew();
    return arg;
}

static void *overwrites(void *arg) {
    anew();
    return arg;
}

static void *waits(void *arg) {
    pthread_rwlock_rdlock(&lock);
    int first = q, second = q, third = q;
    anew();
    assert(first != 3 || second != 5 || third != 6); // expect: assert
    return arg;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, overwrites, NULL);
    pthread_create(&threads[1], NULL, owns, NULL);
    pthread_create(&threads[2], NULL, waits, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
