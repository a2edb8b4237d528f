#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;

static void *setter(void *arg) {
    ready = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, setter, NULL);
    ready = 0;
    while (!ready) { // expect: livelock
    }
    pthread_join(t, NULL);
    return 0;
}
