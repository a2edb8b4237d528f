// The smallest proof that loads must be visible: the writer runs whole between two loads.
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
    int a = x;
    int b = y;
    pthread_join(t, NULL);
    assert(!(a == 0 && b == 1)); // expect: assert
    return 0;
}
