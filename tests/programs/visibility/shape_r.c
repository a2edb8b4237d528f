// The shape R, the other way round: y = 1 may come last whatever was read.
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
    assert(!(y == 1 && a == 0)); // expect: assert
    return 0;
}
