// The check stands outside the lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int initialised;
int calls;

static void once(void) {
    if (!initialised) {
        pthread_mutex_lock(&m);
        calls++;
        initialised = 1;
        pthread_mutex_unlock(&m);
    }
}

static void *worker(void *arg) {
    once();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    once();
    pthread_join(t, NULL);
    assert(calls == 1); // expect: assert
    return 0;
}
