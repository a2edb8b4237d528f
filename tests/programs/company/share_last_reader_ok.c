//@ expect: safe
//@ skip-none
// Who finds that nobody else reads sees two others at most.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int inside;

static void *reads(void *arg) {
    pthread_rwlock_rdlock(&lock);
    inside++;
    inside--;
    pthread_rwlock_unlock(&lock);
    return arg;
}

static void *looks(void *arg) {
    pthread_rwlock_rdlock(&lock);
    int others = inside;
    pthread_rwlock_unlock(&lock);
    assert(others < 3);
    return arg;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, reads, NULL);
    pthread_create(&threads[1], NULL, reads, NULL);
    pthread_create(&threads[2], NULL, looks, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
