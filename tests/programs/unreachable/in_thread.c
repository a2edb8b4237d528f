//@ opt: O0
// The impossible case is possible in one interleaving.
#include <pthread.h>
#include <stdatomic.h>

atomic_int phase;

static void *worker(void *arg) {
    (void)arg;
    if (phase == 1)
        __builtin_unreachable(); // expect: unreachable
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    phase = 1;
    phase = 2;
    pthread_join(t, NULL);
    return 0;
}
