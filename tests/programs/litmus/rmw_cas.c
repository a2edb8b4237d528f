// Two threads compare and exchange: exactly one succeeds.
// The digits of the exit status: a, b, x.
//@ expect: safe
//@ exits: 12 101
//@ native: no
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int a, b;

static void *thread1(void *arg) {
    int expected = 0;
    a = atomic_compare_exchange_strong(&x, &expected, 1);
    return arg;
}

static void *thread2(void *arg) {
    int expected = 0;
    b = atomic_compare_exchange_strong(&x, &expected, 2);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return (a * 10 + b) * 10 + x;
}
