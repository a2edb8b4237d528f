// The writer pushes readers aside instead of waiting for them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int state;
atomic_long a, b;

static void *writer(void *arg) {
    while (atomic_exchange(&state, -1) == -1) {
    }
    a = 1;
    b = 1;
    state = 0;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    for (;;) {
        int readers = state;
        if (readers >= 0 && atomic_compare_exchange_strong(&state, &readers, readers + 1))
            break;
    }
    long x = a;
    long y = b;
    assert(x == y); // expect: assert
    pthread_join(t, NULL);
    return 0;
}
