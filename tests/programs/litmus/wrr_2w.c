// Write, two reads, two writes (WRR+2W).
// The digits of the exit status: a, b, x.
//@ expect: safe
//@ exits: 1 2 11 12 111 112 201 211 212
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
    b = atomic_load(&y);
    return arg;
}

static void *thread3(void *arg) {
    atomic_store(&y, 1);
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
