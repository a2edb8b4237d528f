//@ expect: safe
// The repaired twin of vla.c: the reader is done before the block ends.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic(atomic_int *) shared;

static void *reader(void *arg) {
    assert(atomic_load(atomic_load(&shared)) == *(int *)arg);
    return NULL;
}

int main(void) {
    volatile int n = 3;
    for (int i = 0; i < 2; i++) {
        atomic_int a[n];
        pthread_t t;
        atomic_init(&a[1], i);
        atomic_store(&shared, &a[1]);
        pthread_create(&t, NULL, reader, &i);
        pthread_join(t, NULL);
    }
    atomic_store(&shared, NULL);
}
