//@ expect: safe
// The other order of calls: who saw the second store sees the first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

__attribute__((noinline)) static int get_x(void) { return x; }
__attribute__((noinline)) static int get_y(void) { return y; }

static void *writer(void *arg) {
    x = 1;
    y = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int b = get_y();
    int a = get_x();
    pthread_join(t, NULL);
    assert(!(a == 0 && b == 1));
    return 0;
}
