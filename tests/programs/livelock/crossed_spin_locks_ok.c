//@ expect: safe
// Two spin locks taken in the same order.
#include <pthread.h>
#include <stdatomic.h>

atomic_int a, b;

static void take(atomic_int *lock) {
    int expected = 0;
    while (!atomic_compare_exchange_strong(lock, &expected, 1))
        expected = 0;
}

static void *other(void *arg) {
    take(&a);
    take(&b);
    a = 0;
    b = 0;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    take(&a);
    take(&b);
    b = 0;
    a = 0;
    pthread_join(t, NULL);
    return 0;
}
