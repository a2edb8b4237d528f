// The shape S, the other way round: without having seen y, x = 2 may come last.
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
    assert(!(a == 0 && x == 2)); // expect: assert
    return 0;
}
