//@ expect: safe
//@ native: no
// 24 bytes are compared and exchanged by the library (libatomic, which natively is not there by itself).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct { long a, b; void *c; } Three;

static _Atomic Three shared;

static void *worker(void *p) {
    Three old = {0, 0, 0}, new = {1, 2, p};
    while (!atomic_compare_exchange_weak(&shared, &old, new))
        if (old.a == 3)
            break;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, &t);
    Three old = {0, 0, 0}, new = {3, 4, 0};
    if (!atomic_compare_exchange_strong(&shared, &old, new))
        assert(old.a == 1 && old.b == 2 && old.c == &t);
    else
        assert(atomic_load(&shared).a == 3);
    pthread_join(t, 0);
    return 0;
}
