//@ flags: --races=off
// The load/load program with plain variables, judged by its interleavings alone.
#include <assert.h>
#include <pthread.h>

volatile int x, y;

static void *writer(void *arg) {
    x = 1;
    y = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int a = x;
    int b = y;
    pthread_join(t, NULL);
    assert(!(a == 0 && b == 1)); // expect: assert
    return 0;
}
