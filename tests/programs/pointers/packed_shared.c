// The block can be reached through a word that has a count beside the pointer to it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static _Atomic uint64_t packed;

static void *run(void *arg) {
    uint64_t found = atomic_load(&packed);
    if (found)
        *(int *)(found >> 16) = 2; // expect: data-race
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    int *block = malloc(sizeof *block);
    atomic_store(&packed, ((uintptr_t)block << 16) + 7);
    *block = 1; // expect: data-race
    pthread_join(thread, NULL);
    free(block);
    return 0;
}
