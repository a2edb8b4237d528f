//@ expect: safe
// The repaired twin of left_by_return.c: the other thread is joined before the function returns.
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

__attribute__((noinline)) static int publish(pthread_t t, int n) {
    while (n > 0) {
        atomic_int x = n;
        atomic_store(&shared, &x);
        if (atomic_load(&x) == 2) {
            pthread_join(t, NULL);
            return 1;
        }
        n--;
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    publish(t, 2);
    atomic_store(&shared, NULL);
}
