// The two loads are the two halves of one condition.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void *writer(void *arg) {
    x = 1;
    y = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int seen = 0;
    if (x == 0 && y == 1)
        seen = 1;
    pthread_join(t, NULL);
    assert(!seen); // expect: assert
    return 0;
}
