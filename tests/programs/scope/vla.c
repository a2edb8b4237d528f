// An array of variable length ends with its block, too.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic(atomic_int *) shared;

static void *reader(void *arg) {
    (void)arg;
    atomic_int *p = atomic_load(&shared);
    if (p)
        atomic_load(p); // expect: dead-stack
    return NULL;
}

int main(void) {
    pthread_t t;
    volatile int n = 3;
    pthread_create(&t, NULL, reader, NULL);
    for (int i = 0; i < 2; i++) {
        atomic_int a[n];
        atomic_init(&a[1], i);
        atomic_store(&shared, &a[1]);
        if (i == 1)
            pthread_join(t, NULL);
    }
}
