// A thread that holds a reader-writer lock goes round for ever, while another waits for the lock.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *holds(void *arg) {
    pthread_rwlock_wrlock(&lock);
    while (x < 2) // expect: livelock
        ;
    pthread_rwlock_unlock(&lock);
    return arg;
}

static void *helps(void *arg) {
    if (x == 1) {
        pthread_rwlock_wrlock(&lock);
        pthread_rwlock_unlock(&lock);
    }
    x = 2;
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, holds, NULL);
    pthread_create(&second, NULL, helps, NULL);
    x = 1;
    pthread_join(first, NULL);
    pthread_join(second, NULL);
}
