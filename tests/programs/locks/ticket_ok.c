//@ expect: safe
// A ticket lock; each thread takes it twice.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next_ticket;
atomic_uint serving;
int counter;

static void work(void) {
    unsigned mine = atomic_fetch_add(&next_ticket, 1);
    while (serving != mine) {
    }
    counter++;
    serving = mine + 1;
}

static void *worker(void *arg) {
    work();
    work();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    work();
    work();
    pthread_join(t, NULL);
    assert(counter == 4);
    return 0;
}
