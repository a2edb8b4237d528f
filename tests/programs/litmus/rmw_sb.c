// Store buffering with exchanges.
// The digits of the exit status: a, b, c, d.
//@ expect: safe
//@ exits: 1 100 101
//@ native: no
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b, c, d;

static void *thread1(void *arg) {
    a = atomic_exchange(&x, 1);
    b = atomic_load(&y);
    return arg;
}

static void *thread2(void *arg) {
    c = atomic_exchange(&y, 1);
    d = atomic_load(&x);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return ((a * 10 + b) * 10 + c) * 10 + d;
}
