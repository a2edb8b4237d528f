// A lost update: a read and a write are not an addition.
// The digits of the exit status: a, b, x.
//@ expect: safe
//@ exits: 1 12 102
//@ native: no
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int a, b;

static void *thread1(void *arg) {
    a = atomic_load(&x);
    atomic_store(&x, a + 1);
    return arg;
}

static void *thread2(void *arg) {
    b = atomic_load(&x);
    atomic_store(&x, b + 1);
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
