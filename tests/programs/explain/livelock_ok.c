//@ expect: safe
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;

static void *setter(void *arg) {
    ready = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    ready = 0;
    pthread_create(&t, NULL, setter, NULL);
    while (!ready) {
    }
    pthread_join(t, NULL);
    return 0;
}
