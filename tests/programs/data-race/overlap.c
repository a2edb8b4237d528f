// A write of one byte inside the word the other thread reads.
#include <pthread.h>
#include <stdint.h>

union word {
    volatile uint64_t all;
    volatile unsigned char bytes[8];
};

union word shared;
uint64_t seen;

static void *worker(void *arg) {
    shared.bytes[5] = 1; // expect: data-race
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    seen = shared.all; // expect: data-race
    pthread_join(t, NULL);
    return 0;
}
