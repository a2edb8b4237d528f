// Peterson's lock with its first two lines in the other order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2];
atomic_int turn;
atomic_int inside;

static void work(int me) {
    int other = 1 - me;
    turn = other;
    wants[me] = 1;
    while (wants[other] && turn == other) {
    }
    int before = atomic_fetch_add(&inside, 1);
    assert(before == 0); // expect: assert
    atomic_fetch_sub(&inside, 1);
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
