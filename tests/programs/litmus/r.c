// R: two writes against a write and a read.
// The digits of the exit status: a, y.
//@ expect: safe
//@ exits: 1 11 12
//@ native: no
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a;

static void *thread1(void *arg) {
    atomic_store(&x, 1);
    atomic_store(&y, 1);
    return arg;
}

static void *thread2(void *arg) {
    atomic_store(&y, 2);
    a = atomic_load(&x);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return a * 10 + y;
}
