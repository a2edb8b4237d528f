//@ expect: safe
// Store buffering: a = 0, b = 0 is impossible: one of the two stores comes first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a;

static void *other(void *arg) {
    x = 1;
    a = y;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    y = 1;
    int b = x;
    pthread_join(t, NULL);
    assert(!(a == 0 && b == 0));
    return 0;
}
