//@ expect: safe
// Two reads of one variable: a = 1, b = 0 is impossible: a value does not go back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *other(void *arg) {
    x = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    int a = x;
    int b = x;
    pthread_join(t, NULL);
    assert(!(a == 1 && b == 0));
    return 0;
}
