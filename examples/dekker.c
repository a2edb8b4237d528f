//@ expect: safe
// Dekker's lock, the oldest one for two threads.
//
// Unlike Peterson's lock it steps back: who sees that the other wants to enter,
// and that it is not its own turn, withdraws its wish and waits. Make the outer
// `while` an `if` and see how it fails.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

atomic_bool wants[2];
atomic_int turn;
int shared; // Plain: any overlap of the critical sections is a data race.

static void lock(int me) {
    int other = 1 - me;
    wants[me] = true;
    while (wants[other]) {
        if (turn != me) {
            wants[me] = false;
            while (turn != me) {
            }
            wants[me] = true;
        }
    }
}

static void unlock(int me) {
    turn = 1 - me;
    wants[me] = false;
}

static void *worker(void *arg) {
    int me = arg ? 1 : 0;
    lock(me);
    shared = me;
    assert(shared == me);
    unlock(me);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, &t);
    worker(NULL);
    pthread_join(t, NULL);
    return 0;
}
