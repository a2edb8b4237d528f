// Szymanski's lock for three threads that enter for ever: a waiting room with two
// doors, told by a flag of five values for each thread.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3

enum { OUT, WANTS, WAITS, ENTERS, LAST };

static atomic_int flag[THREADS];
static int inside;

static int any(int from, int to, int low, int high) {
    for (int i = from; i < to; i++) {
        int value = atomic_load(&flag[i]);
        if (value >= low && value <= high)
            return 1;
    }
    return 0;
}

static void *run(void *argument) {
    int self = (int)(long)argument;
    for (;;) {
        atomic_store(&flag[self], WANTS);
        while (any(0, THREADS, ENTERS, LAST))
            ;
        atomic_store(&flag[self], ENTERS);
        if (any(0, THREADS, WANTS, WANTS)) {
            atomic_store(&flag[self], WAITS);
            while (!any(0, THREADS, LAST, LAST))
                ;
        }
        atomic_store(&flag[self], LAST);
        while (any(0, self, WAITS, LAST))
            ;
        assert(++inside == 1);
        inside--;
        while (any(self + 1, THREADS, WAITS, ENTERS))
            ;
        atomic_store(&flag[self], OUT);
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
