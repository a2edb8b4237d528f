// A ticket lock whose display is not atomic.
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next_ticket;
volatile unsigned serving;
atomic_int counter;

static void work(void) {
    unsigned mine = atomic_fetch_add(&next_ticket, 1);
    while (serving != mine) { // expect: data-race
    }
    counter++;
    serving = mine + 1; // expect: data-race
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
