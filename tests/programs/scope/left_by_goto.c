// The block is left by `goto` while another thread may still read its variable.
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
    for (int i = 0; i < 1; i++) {
        atomic_int x = 5;
        atomic_store(&shared, &x);
        if (atomic_load(&x) == 5)
            goto out;
        pthread_join(t, NULL);
        return 0;
    }
out:
    pthread_join(t, NULL);
}
