//@ expect: safe
// __builtin_constant_p looks at its operand's text, not at its value: nothing is read.
#include <assert.h>
#include <pthread.h>

static int calls, shared;

static int count(void) {
    return ++calls;
}

static void *writer(void *p) {
    shared = 1;
    return 0;
}

int main(void) {
    int undefined, *null = 0, array[2];
    volatile int index = 9;
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    int known = __builtin_constant_p(count()) + __builtin_constant_p(undefined > 3) +
                __builtin_constant_p(*null) + __builtin_constant_p(array[5]) + __builtin_constant_p(shared);
    pthread_join(t, 0);
    assert(calls == 0);
    (void)known;
    assert(__builtin_constant_p(5) && index == 9);
    return 0;
}
