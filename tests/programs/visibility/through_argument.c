// The observed variables are only reached through pointers given to a function.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

__attribute__((noinline)) static int both(atomic_int *p, atomic_int *q) {
    int first = *p;
    int second = *q;
    return first * 10 + second;
}

static void *writer(void *arg) {
    atomic_int *pair = arg;
    pair[0] = 1;
    pair[1] = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    atomic_int pair[2];
    atomic_init(&pair[0], 0);
    atomic_init(&pair[1], 0);
    pthread_create(&t, NULL, writer, pair);
    int seen = both(&pair[0], &pair[1]);
    pthread_join(t, NULL);
    assert(seen != 1); // expect: assert
    return 0;
}
