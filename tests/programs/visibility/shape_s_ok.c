//@ expect: safe
// The shape S: who saw y = 1 writes x after the other has.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void *other(void *arg) {
    x = 2;
    y = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    int a = y;
    x = 1;
    pthread_join(t, NULL);
    assert(!(a == 1 && x == 2));
    return 0;
}
