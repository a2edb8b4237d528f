//@ expect: safe
// The repaired twin of loop_reader.c: whoever reads is done before the block ends.
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
    for (int i = 0; i < 2; i++) {
        atomic_int x = i;
        pthread_t t;
        atomic_store(&shared, &x);
        pthread_create(&t, NULL, reader, &i);
        pthread_join(t, NULL);
    }
    atomic_store(&shared, NULL);
}
