//@ expect: safe
// Threads that live at the same time, or have lived, have different ids.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t first, second;

static void *run(void *arg) { return arg; }

static void *check(void *arg) {
    assert(!pthread_equal(pthread_self(), *(pthread_t *)arg));
    return NULL;
}

int main(void) {
    pthread_t self = pthread_self();
    pthread_create(&first, NULL, run, NULL);
    pthread_create(&second, NULL, check, &self);
    assert(!pthread_equal(first, second) && !pthread_equal(self, first));
    pthread_join(first, NULL);
    assert(!pthread_equal(first, second) && !pthread_equal(self, first));
    pthread_join(second, NULL);
    assert(!pthread_equal(first, second));
    pthread_t third;
    pthread_create(&third, NULL, run, NULL);
    assert(!pthread_equal(third, self));
    int as_first = pthread_equal(third, first), as_second = pthread_equal(third, second);
    assert(!(as_first && as_second));
    assert(as_first == pthread_equal(first, third));
    pthread_join(third, NULL);
    return 0;
}
