//@ expect: safe
// The repaired twin of in_thread.c: the phase in question is skipped.
#include <pthread.h>
#include <stdatomic.h>

atomic_int phase;

static void *worker(void *arg) {
    (void)arg;
    if (phase == 1)
        __builtin_unreachable();
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    phase = 2;
    pthread_join(t, NULL);
    return 0;
}
