// Peterson's lock with a turn that is not atomic.
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2];
volatile int turn;
atomic_int counter;

static void work(int me) {
    int other = 1 - me;
    wants[me] = 1;
    turn = other;                                // expect: data-race
    while (wants[other] && turn == other) { // expect: data-race
    }
    counter++;
    wants[me] = 0;
}

static void *worker(void *arg) {
    work(1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    work(0);
    pthread_join(t, NULL);
    return 0;
}
