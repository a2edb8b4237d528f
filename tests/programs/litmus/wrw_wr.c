// Write, read and write, write and read (WRW+WR).
// The digits of the exit status: a, b, y.
//@ expect: safe
//@ exits: 1 2 21 22 201 221 222
//@ native: no
//@ skip-none
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

static void *thread1(void *arg) {
    atomic_store(&x, 2);
    return arg;
}

static void *thread2(void *arg) {
    a = atomic_load(&x);
    atomic_store(&y, 1);
    return arg;
}

static void *thread3(void *arg) {
    atomic_store(&y, 2);
    b = atomic_load(&x);
    return arg;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_create(&t3, NULL, thread3, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return (a * 10 + b) * 10 + y;
}
