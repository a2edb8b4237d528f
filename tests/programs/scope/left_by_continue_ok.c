//@ expect: safe
// The repaired twin of left_by_continue.c: the other thread is joined before the block is left.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic(atomic_int *) shared;

static void *reader(void *arg) {
    (void)arg;
    atomic_int *p = atomic_load(&shared);
    if (p)
        atomic_load(p);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    for (int i = 0; i < 1; i++) {
        atomic_int x = 5;
        atomic_store(&shared, &x);
        pthread_join(t, NULL);
        if (atomic_load(&x) == 5)
            continue;
        return 1;
    }

    atomic_store(&shared, NULL);
}
