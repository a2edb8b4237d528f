//@ expect: safe
// An initialisation that happens once, made of a mutex and a flag.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int initialised, calls;

static void once(void) {
    pthread_mutex_lock(&m);
    if (!initialised) {
        calls++;
        initialised = 1;
    }
    pthread_mutex_unlock(&m);
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
    assert(calls == 1);
    return 0;
}
