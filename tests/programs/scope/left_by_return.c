// The block is left by `return` from a function that goes on living in its caller.
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

__attribute__((noinline)) static int publish(int n) {
    while (n > 0) {
        atomic_int x = n;
        atomic_store(&shared, &x);
        if (atomic_load(&x) == 2)
            return 1;
        n--;
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    publish(2);
    atomic_store(&shared, NULL);
    pthread_join(t, NULL);
}
