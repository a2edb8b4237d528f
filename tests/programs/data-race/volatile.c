// volatile orders nothing between threads.
#include <pthread.h>

volatile int ready;

static void *writer(void *arg) {
    ready = 1; // expect: data-race
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    while (!ready) { // expect: data-race
    }
    pthread_join(t, NULL);
    return 0;
}
