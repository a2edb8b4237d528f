//@ flags: --allow-race hits
// Only one of two races is allowed.
#include <pthread.h>

static volatile int hits, misses;

static void *work(void *arg) {
    hits = 1;
    misses = 1; // expect: data-race
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    hits = 2;
    misses = 2; // expect: data-race
    pthread_join(thread, NULL);
    return 0;
}
