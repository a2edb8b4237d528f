//@ expect: safe
// A thread that reads already tries to lock for reading once more. It does without if a writer has come to wait
// meanwhile.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *arg) {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}

static void *reader(void *arg) {
    pthread_rwlock_rdlock(&lock);
    if (pthread_rwlock_tryrdlock(&lock) == 0)
        pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, writer, NULL);
    pthread_create(&t, NULL, reader, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
}
