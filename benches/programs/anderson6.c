// Anderson's array lock for six threads that enter for ever: a queue of
// flags, each thread waits for its own. The twin of promela/anderson6.pml.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 6
#endif

static atomic_char flag[THREADS] = {1};
static atomic_char next;
static atomic_char inside;

static void *run(void *argument) {
    (void)argument;
    for (;;) {
        // The ticket wraps at the number of threads, so the space is finite.
        char place = atomic_load(&next), after;
        do
            after = (char)((place + 1) % THREADS);
        while (!atomic_compare_exchange_strong(&next, &place, after));
        while (!atomic_load(&flag[place]))
            ;
        assert(atomic_fetch_add(&inside, 1) == 0);
        atomic_fetch_sub(&inside, 1);
        atomic_store(&flag[place], 0);
        atomic_store(&flag[after], 1);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    for (long i = 1; i < THREADS; i++)
        pthread_create(&thread, 0, run, 0);
    run(0);
    return 0;
}
