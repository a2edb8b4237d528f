//@ expect: safe
//@ native: no
// Peterson's lock, taken for ever by two threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2];
atomic_int turn;
int inside;

static void play(int me) {
    int other = 1 - me;
    for (;;) {
        wants[me] = 1;
        turn = other;
        while (wants[other] && turn == other) {
        }
        inside++;
        assert(inside == 1);
        inside--;
        wants[me] = 0;
    }
}

static void *worker(void *arg) {
    play(1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    play(0);
}
