//@ expect: safe
// pthread_self and pthread_equal tell threads apart.
#include <assert.h>
#include <pthread.h>

pthread_t seen;

static void *worker(void *arg) {
    seen = pthread_self();
    assert(pthread_equal(seen, pthread_self()));
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(!pthread_equal(seen, pthread_self()));
    return 0;
}
