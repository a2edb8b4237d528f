// Lamport's bakery for three threads, one round each. Tickets are computed
// from loads of every other thread's ticket: load-heavy.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3
#define ROUNDS 1

static atomic_int choosing[THREADS];
static atomic_int ticket[THREADS];
static atomic_int inside;

static void lock(int self) {
    atomic_store(&choosing[self], 1);
    int largest = 0;
    for (int other = 0; other < THREADS; other++) {
        int theirs = atomic_load(&ticket[other]);
        if (theirs > largest)
            largest = theirs;
    }
    int mine = largest + 1;
    atomic_store(&ticket[self], mine);
    atomic_store(&choosing[self], 0);
    for (int other = 0; other < THREADS; other++) {
        if (other == self)
            continue;
        while (atomic_load(&choosing[other]))
            ;
        for (;;) {
            int theirs = atomic_load(&ticket[other]);
            if (theirs == 0 || theirs > mine || (theirs == mine && other > self))
                break;
        }
    }
}

static void unlock(int self) { atomic_store(&ticket[self], 0); }

static void *run(void *argument) {
    int self = (int)(long)argument;
    for (int round = 0; round < ROUNDS; round++) {
        lock(self);
        assert(atomic_fetch_add(&inside, 1) == 0);
        atomic_fetch_sub(&inside, 1);
        unlock(self);
    }
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
