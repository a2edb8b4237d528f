//@ expect: livelock
// Spinning on a flag that nobody sets: the thread runs for ever, waiting for what cannot happen.
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;

static void *spinner(void *arg) {
    while (!ready) {
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, spinner, NULL);
    pthread_join(t, NULL);
    return 0;
}
