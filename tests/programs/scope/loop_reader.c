// Each round of a loop has a variable of its own. A reader that still has the pointer of the first
// round must not take the variable of the second for it.
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
    pthread_create(&t, NULL, reader, NULL);
    for (int i = 0; i < 2; i++) {
        atomic_int x = i;
        atomic_store(&shared, &x);
        if (i == 1)
            pthread_join(t, NULL);
    }
}
