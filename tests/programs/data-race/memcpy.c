// memcpy reads what the other thread writes; the report names the caller's line.
#include <pthread.h>
#include <string.h>

volatile char shared[16];
char copy[16];
volatile size_t size = sizeof shared;

static void *worker(void *arg) {
    shared[11] = 1; // expect: data-race
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    memcpy(copy, (const void *)shared, size); // expect: data-race
    pthread_join(t, NULL);
    return 0;
}
