//@ skip-tau
// Others read, one after the other or at once, so a thread that only tries to write may be turned away.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cell;

static void *reads(void *arg) {
    pthread_rwlock_rdlock(&lock);
    int seen = cell;
    pthread_rwlock_unlock(&lock);
    return seen ? arg : NULL;
}

static void *tries(void *arg) {
    int failed = pthread_rwlock_trywrlock(&lock);
    assert(!failed); // expect: assert
    if (!failed) {
        cell++;
        pthread_rwlock_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, i == 3 ? tries : reads, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
