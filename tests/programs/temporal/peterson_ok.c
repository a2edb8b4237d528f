//@ flags: --ltl 'G(want0 -> F crit0) && G(want1 -> F crit1)'
//@ expect: safe
//@ native: no
// Peterson's lock, taken for ever by two threads: who wants to enter does.
#include <augur.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2];
atomic_int turn;

static void *first(void *arg) {
    for (;;) {
        {
            AUGUR_AP(want0);
            wants[0] = 1;
            turn = 1;
            while (wants[1] && turn == 1) {
            }
        }
        {
            AUGUR_AP(crit0);
        }
        wants[0] = 0;
    }
    return arg;
}

static void *second(void *arg) {
    for (;;) {
        {
            AUGUR_AP(want1);
            wants[1] = 1;
            turn = 0;
            while (wants[0] && turn == 0) {
            }
        }
        {
            AUGUR_AP(crit1);
        }
        wants[1] = 0;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    first(NULL);
    return 0;
}
