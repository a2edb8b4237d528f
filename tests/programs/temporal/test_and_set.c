//@ flags: --ltl 'G({want != 0} -> F crit)'
//@ expect: ltl
// A test-and-set lock is not fair: one thread can find it taken whenever it looks, for ever.
#include <augur.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock, want;

static void *greedy(void *arg) {
    for (;;) {
        while (atomic_exchange(&lock, 1)) {
        }
        lock = 0;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, greedy, NULL);
    want = 1;
    while (atomic_exchange(&lock, 1)) {
    }
    AUGUR_AP(crit);
    lock = 0;
    for (;;) {
    }
}
