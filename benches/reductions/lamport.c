// Lamport's fast lock: four threads enter for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 4

static atomic_int x, y, wants[THREADS + 1];
static int inside;

static void lock(int self) {
    for (;;) {
        atomic_store(&wants[self], 1);
        atomic_store(&x, self);
        if (atomic_load(&y) != 0) {
            atomic_store(&wants[self], 0);
            while (atomic_load(&y) != 0)
                ;
            continue;
        }
        atomic_store(&y, self);
        if (atomic_load(&x) == self)
            return;
        atomic_store(&wants[self], 0);
        for (int other = 1; other <= THREADS; other++)
            while (atomic_load(&wants[other]))
                ;
        if (atomic_load(&y) == self)
            return;
        while (atomic_load(&y) != 0)
            ;
    }
}

static void *run(void *argument) {
    int self = (int)(long)argument;
    for (;;) {
        lock(self);
        assert(++inside == 1);
        inside--;
        atomic_store(&y, 0);
        atomic_store(&wants[self], 0);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    for (long i = 2; i <= THREADS; i++)
        pthread_create(&thread, 0, run, (void *)i);
    run((void *)1);
    return 0;
}
