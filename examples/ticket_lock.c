//@ expect: safe
// A ticket lock: draw a number, wait until it is shown. Fair, unlike a spin lock.
//
// The one operation that must be a single step is the drawing. Replace the
// fetch-and-add by a load and a store and two threads draw the same number.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 2 };

atomic_uint next_ticket;
atomic_uint now_serving;
int customers;

static void lock(void) {
    unsigned mine = atomic_fetch_add(&next_ticket, 1);
    while (now_serving != mine) {
    }
}

static void unlock(void) {
    now_serving++; // Only the holder of the lock changes it.
}

static void *shop(void *arg) {
    for (int i = 0; i < ROUNDS; i++) {
        lock();
        customers++;
        unlock();
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, shop, NULL);
    shop(NULL);
    pthread_join(t, NULL);
    assert(customers == 2 * ROUNDS);
    return 0;
}
