//@ expect: safe
// Dekker's lock for two threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2];
atomic_int turn;
int counter;

static void work(int me) {
    int other = 1 - me;
    wants[me] = 1;
    while (wants[other]) {
        if (turn != me) {
            wants[me] = 0;
            while (turn != me) {
            }
            wants[me] = 1;
        }
    }
    counter++;
    turn = other;
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
    assert(counter == 2);
    return 0;
}
