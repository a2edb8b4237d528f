//@ expect: safe
// The repaired twin of in_expression.c: one load, used twice.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *writer(void *arg) {
    x = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int once = x;
    int difference = once - once;
    pthread_join(t, NULL);
    assert(difference == 0);
    return 0;
}
