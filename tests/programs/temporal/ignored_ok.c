//@ flags: --ltl 'F done'
//@ expect: safe
//@ native: no
// One thread works for ever on what is its own. The other one is not forgotten over it.
#include <pthread.h>
#include <stdatomic.h>

atomic_int done;

static void *setter(void *arg) {
    done = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    unsigned own = 0;
    pthread_create(&t, NULL, setter, NULL);
    for (;;)
        own = (own + 1) & 1;
}
