// Store buffering in a ring of three.
// The digits of the exit status: a, b, c.
//@ expect: safe
//@ exits: 1 10 11 100 101 110 111
//@ native: no
//@ skip-none
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, z;
int a, b, c;

static void *thread1(void *arg) {
    atomic_store(&x, 1);
    a = atomic_load(&y);
    return arg;
}

static void *thread2(void *arg) {
    atomic_store(&y, 1);
    b = atomic_load(&z);
    return arg;
}

static void *thread3(void *arg) {
    atomic_store(&z, 1);
    c = atomic_load(&x);
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
    return (a * 10 + b) * 10 + c;
}
