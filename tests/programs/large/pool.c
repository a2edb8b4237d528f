//@ skip-none
// Blocks are taken out of a static pool of 64 KiB, with a gap between looking and taking:
// two threads can have the same one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define BLOCK 4096

static struct {
    _Atomic unsigned free;
    _Atomic unsigned char block[16][BLOCK];
} pool = {.free = 0xffff};

static int take(void) {
    unsigned free = atomic_load(&pool.free);
    atomic_store(&pool.free, free & (free - 1));
    return __builtin_ctz(free);
}

static void give(int block) { atomic_fetch_or(&pool.free, 1u << block); }

static void *run(void *argument) {
    unsigned char self = (unsigned char)(long)argument;
    for (int round = 0; round < 2; round++) {
        int block = take();
        atomic_store(&pool.block[block][1], self);
        atomic_store(&pool.block[block][BLOCK - 1], self);
        assert(atomic_load(&pool.block[block][1]) == self); // expect: assert
        give(block);
    }
    return 0;
}

int main(void) {
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, run, (void *)(i + 1));
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
