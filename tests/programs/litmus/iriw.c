// Independent reads of independent writes: both readers see one order.
// The digits of the exit status: a, b, c, d.
//@ expect: safe
//@ skip-none
//@ exits: 0 1 2 3 4 5 6 7 8 9 11 12 13 14 15
//@ native: no
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b, c, d;

static void *thread1(void *arg) {
    atomic_store(&x, 1);
    return arg;
}

static void *thread2(void *arg) {
    atomic_store(&y, 1);
    return arg;
}

static void *thread3(void *arg) {
    a = atomic_load(&x);
    b = atomic_load(&y);
    return arg;
}

static void *thread4(void *arg) {
    c = atomic_load(&y);
    d = atomic_load(&x);
    return arg;
}

int main(void) {
    pthread_t t1, t2, t3, t4;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_create(&t3, NULL, thread3, NULL);
    pthread_create(&t4, NULL, thread4, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    pthread_join(t4, NULL);
    return ((a * 2 + b) * 2 + c) * 2 + d;
}
