//@ flags: --ltl 'G(elected -> G elected)'
//@ expect: ltl
// Two nodes: the one with the greater name is elected. The mistake: the other one makes a clean start when it
// comes, though there may be a leader already.
#include <pthread.h>
#include <stdatomic.h>

atomic_int elected;

static void *late(void *arg) {
    elected = 0;
    if (!elected)
        elected = 1;
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, late, NULL);
    elected = 2;
    pthread_join(thread, NULL);
    return 0;
}
