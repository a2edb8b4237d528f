// Load buffering: a = 0, b = 0 is possible.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a;

static void *other(void *arg) {
    a = x;
    y = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    int b = y;
    x = 1;
    pthread_join(t, NULL);
    assert(!(a == 0 && b == 0)); // expect: assert
    return 0;
}
