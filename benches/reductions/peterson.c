// Peterson's lock for three threads that enter for ever: two levels, at each of
// which one thread is held back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3

static atomic_int level[THREADS], last[THREADS];
static int inside;

static int higher(int self, int at) {
    for (int other = 0; other < THREADS; other++)
        if (other != self && atomic_load(&level[other]) >= at)
            return 1;
    return 0;
}

static void *run(void *argument) {
    int self = (int)(long)argument;
    for (;;) {
        for (int at = 1; at < THREADS; at++) {
            atomic_store(&level[self], at);
            atomic_store(&last[at], self);
            while (atomic_load(&last[at]) == self && higher(self, at))
                ;
        }
        assert(++inside == 1);
        inside--;
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
