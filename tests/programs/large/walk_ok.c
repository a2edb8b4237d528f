//@ expect: safe
//@ skip-none
// What a thread looks at next depends on what it found before, elsewhere in the table.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define PLACES 4096

static atomic_int table[PLACES];

static void *run(void *argument) {
    int self = (int)(long)argument, at = self;
    for (int i = 0; i < 4; i++) {
        int found = atomic_fetch_add(&table[at], self + 1);
        at = (at * 31 + found * 257 + 64) % PLACES;
    }
    return 0;
}

int main(void) {
    pthread_t threads[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, run, (void *)(i % 2));
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    int sum = 0;
    for (int i = 0; i < PLACES; i++)
        sum += atomic_load(&table[i]);
    assert(sum == 16);
    return 0;
}
