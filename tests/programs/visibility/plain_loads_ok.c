//@ flags: --races=off
//@ expect: safe
// The other order of loads: who saw the second store sees the first.
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
    int b = y;
    int a = x;
    pthread_join(t, NULL);
    assert(!(a == 0 && b == 1));
    return 0;
}
