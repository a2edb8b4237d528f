//@ skip-none
// Two threads print into the same buffer.
#include <pthread.h>
#include <stdio.h>

static char buffer[4];

static void *worker(void *arg) {
    snprintf(buffer, sizeof buffer, "%d", 12); // expect: data-race
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    snprintf(buffer, sizeof buffer, "%d", 34); // expect: data-race
    pthread_join(t, NULL);
}
