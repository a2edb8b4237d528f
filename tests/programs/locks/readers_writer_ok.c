//@ expect: safe
// A readers-writer lock in one word: -1 for a writer, else the number of readers.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int state;
long a, b;

static void *writer(void *arg) {
    int expected;
    do
        expected = 0;
    while (!atomic_compare_exchange_strong(&state, &expected, -1));
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
    assert(a == b);
    atomic_fetch_sub(&state, 1);
    pthread_join(t, NULL);
    return 0;
}
