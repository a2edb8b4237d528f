// A ring buffer between one writer and one reader, without locks: each index is
// written by one side only. Forty values go through four slots.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SLOTS 4
#define VALUES 40

static int slots[SLOTS];
static atomic_uint written, taken;

static void put(int value) {
    unsigned at = atomic_load(&written);
    while (at - atomic_load(&taken) == SLOTS)
        ;
    slots[at % SLOTS] = value;
    atomic_store(&written, at + 1);
}

static int get(void) {
    unsigned at = atomic_load(&taken);
    while (atomic_load(&written) == at)
        ;
    int value = slots[at % SLOTS];
    atomic_store(&taken, at + 1);
    return value;
}

static void *writer(void *argument) {
    for (int i = 0; i < VALUES; i++)
        put(i);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    for (int i = 0; i < VALUES; i++)
        assert(get() == i);
    pthread_join(thread, 0);
    return 0;
}
