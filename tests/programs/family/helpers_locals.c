//@ skip-none
// A helper gets a local variable of a thread that joins another helper only.
#include <assert.h>
#include <pthread.h>

static pthread_t last;

static void *adds(void *arg) {
    int *cell = arg;
    (*cell)++; // expect: dead-stack
    return NULL;
}

static void *works(void *arg) {
    int cells[2] = {0, 0};
    pthread_t first;
    pthread_create(&first, NULL, adds, &cells[0]);
    pthread_create(&last, NULL, adds, &cells[1]);
    pthread_join(first, NULL);
    assert(cells[0] == 1);
    return arg;
}

int main(void) {
    pthread_t worker;
    pthread_create(&worker, NULL, works, NULL);
    pthread_join(worker, NULL);
    pthread_join(last, NULL);
}
