//@ flags: --allow-race ready
// The race is allowed; what comes of it is not.
#include <assert.h>
#include <pthread.h>

static volatile int ready;

static void *publish(void *arg) {
    ready = 1;
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, publish, NULL);
    int first = ready;
    int second = ready;
    assert(first == second); // expect: assert
    pthread_join(thread, NULL);
    return 0;
}
