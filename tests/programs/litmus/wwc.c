// Write-to-write causality: a write passed on comes before the one it led to.
// The digits of the exit status: a, b, x.
//@ expect: safe
//@ exits: 1 2 11 12 101 102 201 202 211
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
    b = atomic_load(&y);
    atomic_store(&x, 1);
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
    return (a * 10 + b) * 10 + x;
}
