// 2+2W: two writers in opposite order; the first writes do not both stay.
// The digits of the exit status: x, y.
//@ expect: safe
//@ exits: 12 21 22
//@ native: no
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void *thread1(void *arg) {
    atomic_store(&x, 1);
    atomic_store(&y, 2);
    return arg;
}

static void *thread2(void *arg) {
    atomic_store(&y, 1);
    atomic_store(&x, 2);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return x * 10 + y;
}
