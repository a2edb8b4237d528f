// Two steps to draw a ticket: both threads may draw the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next_ticket;
atomic_uint serving;
atomic_int inside;

static void work(void) {
    unsigned mine = next_ticket;
    next_ticket = mine + 1;
    while (serving != mine) { // expect: livelock
    }
    int before = atomic_fetch_add(&inside, 1);
    assert(before == 0); // expect: assert
    atomic_fetch_sub(&inside, 1);
    serving = mine + 1;
}

static void *worker(void *arg) {
    work();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    work();
    pthread_join(t, NULL);
    return 0;
}
