// A lock-free hash set with open addressing: several threads insert the same
// few keys in different orders. Each key is found to be new once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 5
#endif
#ifndef KEYS
#define KEYS 4
#endif
#define SLOTS 6

// Zero: free.
static atomic_int slots[SLOTS];
static atomic_int news[KEYS + 1];

static int insert(int key) {
    for (int i = 0; i < SLOTS; i++) {
        atomic_int *slot = &slots[(key * 3 + i) % SLOTS];
        int found = atomic_load(slot);
        if (!found && atomic_compare_exchange_strong(slot, &found, key))
            return 1;
        if (found == key)
            return 0;
    }
    assert(!"full");
    return 0;
}

static void *run(void *argument) {
    int self = (int)(long)argument;
    for (int i = 0; i < KEYS; i++) {
        int key = (i + self) % KEYS + 1;
        if (insert(key))
            assert(atomic_fetch_add(&news[key], 1) == 0);
    }
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    for (int key = 1; key <= KEYS; key++)
        assert(atomic_load(&news[key]) == 1);
    return 0;
}
