// Neighbouring bit-fields are the same memory.
#include <pthread.h>

struct flags {
    volatile unsigned left : 4;
    volatile unsigned right : 4;
};

struct flags shared;

static void *worker(void *arg) {
    shared.left = 1; // expect: data-race
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    shared.right = 2; // expect: data-race
    pthread_join(t, NULL);
    return 0;
}
