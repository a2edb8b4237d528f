//@ expect: safe
// Write-to-read causality: what one thread saw and passed on is seen by the next.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void *first(void *arg) {
    x = 1;
    return arg;
}

static void *second(void *arg) {
    if (x == 1)
        y = 1;
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, first, NULL);
    pthread_create(&t, NULL, second, NULL);
    int a = y;
    int b = x;
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    assert(!(a == 1 && b == 0));
    return 0;
}
