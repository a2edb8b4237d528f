// Store buffering: at least one thread sees the other's store.
// The digits of the exit status: a, b.
//@ expect: safe
//@ exits: 1 10 11
//@ native: no
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

static void *thread1(void *arg) {
    atomic_store(&x, 1);
    a = atomic_load(&y);
    return arg;
}

static void *thread2(void *arg) {
    atomic_store(&y, 1);
    b = atomic_load(&x);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return a * 10 + b;
}
