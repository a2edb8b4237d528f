//@ flags: --liveness
//@ expect: safe
// One of the two gives way, the other one insists.
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2];

static void pass(int me) {
    wants[me] = 1;
    while (wants[1 - me]) {
        if (me)
            wants[me] = 0;
        while (me && wants[0]) {
        }
        wants[me] = 1;
    }
    wants[me] = 0;
}

static void *other(void *arg) {
    pass(1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    pass(0);
    pthread_join(t, NULL);
    return 0;
}
