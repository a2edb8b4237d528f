// main prepares the input one line too late.
#include <pthread.h>

volatile int input, output;

static void *worker(void *arg) {
    output = input * 2; // expect: data-race
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    input = 21; // expect: data-race
    pthread_join(t, NULL);
    return 0;
}
