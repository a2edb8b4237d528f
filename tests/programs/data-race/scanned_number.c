//@ skip-none
// sscanf stores a number that another thread reads.
#include <pthread.h>
#include <stdio.h>

static int number;

static void *worker(void *arg) {
    sscanf("7", "%d", &number); // expect: data-race
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int early = number; // expect: data-race
    pthread_join(t, NULL);
    return early != 0 && early != 7;
}
