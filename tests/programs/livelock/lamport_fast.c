//@ expect: livelock
// Lamport's fast mutual exclusion for two threads. The seeded mistake: who leaves does not take back its
// claim, for which the other may wait on its slow path.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
atomic_int claim[3];
int inside;

static void enter(int me) {
    for (;;) {
        claim[me] = 1;
        x = me;
        if (y != 0) {
            claim[me] = 0;
            while (y != 0) {
            }
            continue;
        }
        y = me;
        if (x == me)
            return;
        claim[me] = 0;
        while (claim[3 - me]) {
        }
        if (y == me)
            return;
        while (y != 0) {
        }
    }
}

static void leave(void) {
    y = 0;
    // claim[me] = 0 is missing here.
}

static void *second(void *arg) {
    enter(2);
    inside++;
    assert(inside == 1);
    inside--;
    leave();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    enter(1);
    inside++;
    assert(inside == 1);
    inside--;
    leave();
    pthread_join(t, NULL);
    return 0;
}
