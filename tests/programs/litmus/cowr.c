// Coherence of a write before a read: it reads that write or a later one.
// The digits of the exit status: a, x.
//@ expect: safe
//@ exits: 11 12 22
//@ native: no
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int a;

static void *thread1(void *arg) {
    atomic_store(&x, 1);
    a = atomic_load(&x);
    return arg;
}

static void *thread2(void *arg) {
    atomic_store(&x, 2);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return a * 10 + x;
}
