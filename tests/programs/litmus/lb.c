// Load buffering: no value out of the future.
// The digits of the exit status: a, b.
//@ expect: safe
//@ exits: 0 1 10
//@ native: no
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

static void *thread1(void *arg) {
    a = atomic_load(&x);
    atomic_store(&y, 1);
    return arg;
}

static void *thread2(void *arg) {
    b = atomic_load(&y);
    atomic_store(&x, 1);
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
