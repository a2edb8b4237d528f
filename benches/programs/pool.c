// An allocator over a static pool: blocks of 64 bytes, the first free one is
// found in a bitmap that is kept in the pool itself. Each thread takes a block,
// writes to it and gives it back, a few times.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#define BLOCK 64
#define BLOCKS 1024

static struct {
    _Alignas(BLOCK) _Atomic unsigned free;
    _Atomic unsigned char block[BLOCKS][BLOCK];
} pool = {.free = ~0u};

// Hands out every 31st block, so that they lie far apart.
static int take(void) {
    unsigned free = atomic_load(&pool.free);
    while (!atomic_compare_exchange_weak(&pool.free, &free, free & (free - 1))) {
    }
    assert(free);
    return __builtin_ctz(free) * 31;
}

static void give(int block) { atomic_fetch_or(&pool.free, 1u << (block / 31)); }

static void *run(void *argument) {
    unsigned char self = (unsigned char)(long)argument;
    for (int round = 0; round < ROUNDS; round++) {
        int block = take();
        atomic_store(&pool.block[block][0], self);
        atomic_store(&pool.block[block][BLOCK - 1], (unsigned char)(self + round));
        assert(atomic_load(&pool.block[block][0]) == self);
        give(block);
    }
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, run, (void *)(i + 1));
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    assert(atomic_load(&pool.free) == ~0u);
    return 0;
}
