//@ expect: safe
// When main returns, threads that still run are simply gone.
#include <pthread.h>
#include <stdatomic.h>

atomic_int stop;

static void *worker(void *arg) {
    while (!stop) {
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_detach(t);
    return 0;
}
