//@ expect: safe
// Spinning on a flag that another thread sets.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;
int data;

static void *setter(void *arg) {
    data = 3;
    ready = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, setter, NULL);
    while (!ready) {
    }
    assert(data == 3);
    pthread_join(t, NULL);
    return 0;
}
