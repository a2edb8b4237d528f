//@ expect: safe
//@ flags: --races warn
// A race that leads to nothing wrong.
#include <pthread.h>

static volatile int stop;

static void *work(void *arg) {
    stop = 1;
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    int seen = stop;
    pthread_join(thread, NULL);
    return seen > 1;
}
