// Three atomic additions: no two threads get the same number.
// The digits of the exit status: a, b, c, x.
//@ expect: safe
//@ exits: 27 39 75 99 135 147
//@ native: no
//@ skip-none
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int a, b, c;

static void *thread1(void *arg) {
    a = atomic_fetch_add(&x, 1);
    return arg;
}

static void *thread2(void *arg) {
    b = atomic_fetch_add(&x, 1);
    return arg;
}

static void *thread3(void *arg) {
    c = atomic_fetch_add(&x, 1);
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
    return ((a * 4 + b) * 4 + c) * 4 + x;
}
