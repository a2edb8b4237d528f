//@ expect: safe
//@ skip-tau
// Somebody came first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int first, data;

static void prepares(void) {
    data = first;
}

static void *works(void *arg) {
    if (!first)
        first = *(int *)arg;
    pthread_once(&once, prepares);
    return arg;
}

int main(void) {
    static int numbers[] = { 1, 2, 3 };
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, works, &numbers[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(data >= 1 && data <= 3);
}
