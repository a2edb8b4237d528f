// Two writers in opposite order (2+2W): x = 2, y = 1 at the end is possible.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void *other(void *arg) {
    y = 1;
    x = 2;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    x = 1;
    y = 2;
    pthread_join(t, NULL);
    assert(!(x == 2 && y == 1)); // expect: assert
    return 0;
}
