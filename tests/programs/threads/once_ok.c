//@ expect: safe
// pthread_once: whoever returns from it finds the work done.
#include <assert.h>
#include <pthread.h>

pthread_once_t control = PTHREAD_ONCE_INIT;
int calls;

static void initialise(void) {
    calls++;
}

static void *worker(void *arg) {
    pthread_once(&control, initialise);
    assert(calls == 1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    return 0;
}
