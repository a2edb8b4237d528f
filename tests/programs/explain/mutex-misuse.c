#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    pthread_mutex_unlock(&lock); // expect: mutex-misuse
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&lock); // Main's lock is not the thread's to release.
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
}
