//@ expect: safe
//@ skip-none
// Helpers get local variables of the thread that joins them.
#include <assert.h>
#include <pthread.h>

static pthread_t last;

static void *adds(void *arg) {
    int *cell = arg;
    (*cell)++;
    return NULL;
}

static void *works(void *arg) {
    int cells[2] = {0, 0};
    pthread_t first;
    pthread_create(&first, NULL, adds, &cells[0]);
    pthread_create(&last, NULL, adds, &cells[1]);
    pthread_join(first, NULL);
    pthread_join(last, NULL);
    assert(cells[0] + cells[1] == 2);
    return arg;
}

int main(void) {
    pthread_t worker;
    pthread_create(&worker, NULL, works, NULL);
    pthread_join(worker, NULL);
}
