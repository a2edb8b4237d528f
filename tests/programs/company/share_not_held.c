//@ skip-none
// A thread gives back a share that it does not have, while others read.
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int done;

static void *reads(void *arg) {
    pthread_rwlock_rdlock(&lock);
    done++;
    pthread_rwlock_unlock(&lock);
    return arg;
}

static void *ends(void *arg) {
    if (done == 1)
        pthread_rwlock_unlock(&lock); // expect: mutex-misuse
    return arg;
}

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, i == 2 ? ends : reads, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
