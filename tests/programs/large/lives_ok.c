//@ expect: safe
//@ skip-none
// Large local variables and blocks come and go, are filled and copied, and a large table has
// pointers to them for a while.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 1

static atomic_int turn;
static atomic_long counts[200];
static long *_Atomic blocks[100];

static void *run(void *argument) {
    int self = (int)(long)argument;
    for (int round = 0; round < ROUNDS; round++) {
        long local[20];
        memset(local, self, sizeof local);
        local[9] = round;
        long *copy = malloc(sizeof local);
        memcpy(copy, local, sizeof local);
        atomic_store(&blocks[self * 40 + round], copy);
        atomic_fetch_add(&turn, 1);
        long *back = atomic_exchange(&blocks[self * 40 + round], 0);
        assert(back[9] == round && back[1] == local[1]);
        free(back);
        atomic_fetch_add(&counts[self * 90 + round], round + 1);
    }
    return 0;
}

int main(void) {
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    long sum = 0;
    for (int i = 0; i < 200; i++)
        sum += atomic_load(&counts[i]);
    assert(sum == 2);
    return 0;
}
