//@ flags: --ltl 'G({want != 0} -> F crit)'
//@ expect: safe
//@ native: no
// With a ticket lock everybody has a turn.
#include <augur.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar next, serving;
atomic_int want;

static void take(void) {
    unsigned char mine = atomic_fetch_add(&next, 1) & 3;
    while ((serving & 3) != mine) {
    }
}

static void *greedy(void *arg) {
    for (;;) {
        take();
        serving = (serving + 1) & 3;
        next &= 3;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, greedy, NULL);
    want = 1;
    take();
    AUGUR_AP(crit);
    serving = (serving + 1) & 3;
    for (;;) {
    }
}
