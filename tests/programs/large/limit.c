//@ expect: limit
//@ flags: --memory 32M
//@ skip-none
// Every round leaves another megabyte behind: they do not fit, and the search says so.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define WORDS (1 << 17)

static atomic_int turn;

static void *run(void *argument) {
    volatile unsigned long *table = calloc(WORDS, sizeof *table);
    for (unsigned long round = 1; round < 1000; round++) {
        for (unsigned long i = 0; i < WORDS; i += 8)
            table[i] = round * WORDS + i;
        atomic_store(&turn, (int)round);
    }
    free((void *)table);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    while (atomic_load(&turn) < 999) {
    }
    pthread_join(thread, 0);
    return 0;
}
