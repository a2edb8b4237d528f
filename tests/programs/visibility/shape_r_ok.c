//@ expect: safe
// The shape R: if y = 2 comes last, the store to x is over and must be seen.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void *other(void *arg) {
    x = 1;
    y = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    y = 2;
    int a = x;
    pthread_join(t, NULL);
    assert(!(y == 2 && a == 0));
    return 0;
}
