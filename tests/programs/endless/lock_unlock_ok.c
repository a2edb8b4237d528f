//@ expect: safe
//@ native: no
// Two threads lock and unlock a mutex for ever.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside;

static void *worker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        inside++;
        assert(inside == 1);
        inside--;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
}
