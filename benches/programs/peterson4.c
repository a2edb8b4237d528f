// Peterson's filter lock for four threads that enter for ever: three levels,
// at each of which one thread is held back. The twin of promela/peterson4.pml.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 4

static atomic_char level[THREADS];
static atomic_char last[THREADS];
static atomic_char inside;

static void *run(void *argument) {
    char self = (char)(long)argument;
    for (;;) {
        for (char at = 1; at < THREADS; at++) {
            atomic_store(&level[self], at);
            atomic_store(&last[at], self);
            for (char other = 0; other < THREADS; other++)
                if (other != self)
                    while (atomic_load(&level[other]) >= at && atomic_load(&last[at]) == self)
                        ;
        }
        assert(atomic_fetch_add(&inside, 1) == 0);
        atomic_fetch_sub(&inside, 1);
        atomic_store(&level[self], 0);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    for (long i = 1; i < THREADS; i++)
        pthread_create(&thread, 0, run, (void *)i);
    run(0);
    return 0;
}
