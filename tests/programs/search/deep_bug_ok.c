// The same without the error; every state is visited, whatever the order.
//@ expect: safe
//@ skip-none
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int mine, yours, turns;

static void *count(void *argument) {
    (void)argument;
    for (int i = 0; i < 30; i++)
        atomic_fetch_add(&yours, 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, count, 0);
    for (int i = 0; i < 30; i++) {
        atomic_fetch_add(&mine, 1);
        if (atomic_load(&mine) == 29)
            assert(atomic_fetch_add(&turns, 1) == 0);
    }
    pthread_join(thread, 0);
    return 0;
}
