//@ expect: safe
// A sequence lock: the reader tries again if a writer was at work.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint sequence;
atomic_int a, b;

static void *writer(void *arg) {
    sequence++;
    a = 1;
    b = 1;
    sequence++;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    unsigned before;
    int x, y;
    do {
        before = sequence;
        x = a;
        y = b;
    } while ((before & 1) || sequence != before);
    assert(x == y);
    pthread_join(t, NULL);
    return 0;
}
