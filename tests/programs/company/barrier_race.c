//@ skip-none
// A barrier between writing and reading, and none before writing again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static int cells[3];

static void *works(void *arg) {
    int own = *(int *)arg, left = (own + 2) % 3;
    cells[own] = own;
    pthread_barrier_wait(&barrier);
    int found = cells[left]; // expect: data-race
    cells[own] = found; // expect: data-race
    return arg;
}

int main(void) {
    static int numbers[] = { 0, 1, 2 };
    pthread_t threads[3];
    pthread_barrier_init(&barrier, NULL, 3);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, works, &numbers[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
