// Store buffering: a = 0, b = 1 is possible.
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
    assert(!(a == 0 && b == 1)); // expect: assert
    return 0;
}
