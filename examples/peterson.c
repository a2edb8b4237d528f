//@ expect: safe
// Peterson's lock: mutual exclusion for two threads, from loads and stores alone.
//
//     verify examples/peterson.c
//
// explores every interleaving of the two threads and answers "safe". Three
// things are checked on the way, and you wrote only the first of them down:
//
//   - the assertion at the end of main: no increment is lost;
//   - no data race: `balance` is a plain int, so if both threads could ever be
//     in the critical section at once, that alone would be reported;
//   - no deadlock: the threads never wait for each other for ever.
//
// Then break it. Remove the line marked (1) or (2), or exchange the two, and
// the answer becomes an interleaving that shows what the line was for.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { ROUNDS = 2 };

atomic_bool wants[2]; // wants[i]: thread i would like to enter, or is inside.
atomic_int turn;      // Who goes first when both want to.
int balance;          // What the lock protects.

static void lock(int me) {
    int other = 1 - me;
    wants[me] = true; // (1) I would like to enter …
    turn = other;     // (2) … but after you.
    while (wants[other] && turn == other) {
        // The other one wants to, and it is its turn: wait.
    }
}

static void unlock(int me) {
    wants[me] = false;
}

static void *deposit(void *arg) {
    int me = *(int *)arg;
    for (int i = 0; i < ROUNDS; i++) {
        lock(me);
        balance++; // Read, add, write: three steps that must not be torn apart.
        unlock(me);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    int names[2] = {0, 1};
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, deposit, &names[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(balance == 2 * ROUNDS);
    return 0;
}
