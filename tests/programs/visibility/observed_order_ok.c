//@ expect: safe
// Whoever looks first: the order is one, and stays.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static char *x, *y;
static int seen;

static void *look(void *arg) {
    seen = (uintptr_t)y < (uintptr_t)x;
    return arg;
}

int main(void) {
    pthread_t t;
    x = malloc(8);
    y = malloc(8);
    pthread_create(&t, NULL, look, NULL);
    int less = (uintptr_t)x < (uintptr_t)y;
    pthread_join(t, NULL);
    assert(less != seen);
    free(x);
    free(y);
    return 0;
}
