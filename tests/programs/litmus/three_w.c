// 3.2W: writers in a ring of three.
// The digits of the exit status: x, y, z.
//@ expect: safe
//@ exits: 112 121 122 211 212 221 222
//@ native: no
//@ skip-none
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, z;

static void *thread1(void *arg) {
    atomic_store(&x, 1);
    atomic_store(&y, 2);
    return arg;
}

static void *thread2(void *arg) {
    atomic_store(&y, 1);
    atomic_store(&z, 2);
    return arg;
}

static void *thread3(void *arg) {
    atomic_store(&z, 1);
    atomic_store(&x, 2);
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
    return (x * 10 + y) * 10 + z;
}
