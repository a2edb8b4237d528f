// Peterson's filter lock for three threads: two levels, at each of which one
// thread is held back. Many short visible accesses, no blocking, no heap.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3

static atomic_int level[THREADS];
static atomic_int last[THREADS];
static atomic_int inside;

static int higher(int self, int at) {
    for (int other = 0; other < THREADS; other++)
        if (other != self && atomic_load(&level[other]) >= at)
            return 1;
    return 0;
}

static void lock(int self) {
    for (int at = 1; at < THREADS; at++) {
        atomic_store(&level[self], at);
        atomic_store(&last[at], self);
        while (atomic_load(&last[at]) == self && higher(self, at))
            ;
    }
}

static void unlock(int self) { atomic_store(&level[self], 0); }

static void *run(void *argument) {
    int self = (int)(long)argument;
    lock(self);
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    unlock(self);
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
