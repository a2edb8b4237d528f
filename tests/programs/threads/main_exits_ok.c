//@ expect: safe
// main leaves by pthread_exit; the program goes on until the last thread ends.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int steps;

static void *worker(void *arg) {
    steps++;
    if (steps != 1)
        abort();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_exit(NULL);
}
