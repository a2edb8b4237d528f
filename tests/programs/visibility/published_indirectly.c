// The block is reached through another block, two pointers away from the global.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct outer {
    atomic_int *inner;
};

_Atomic(struct outer *) mailbox;

static void *worker(void *arg) {
    struct outer *o = mailbox;
    if (o)
        *o->inner = 2;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    struct outer *o = malloc(sizeof *o);
    o->inner = malloc(sizeof *o->inner);
    atomic_int *inner = o->inner;
    atomic_init(inner, 1);
    mailbox = o;
    int first = *inner;
    int second = *inner;
    pthread_join(t, NULL);
    free(inner);
    free(o);
    assert(!(first == 1 && second == 2)); // expect: assert
    return 0;
}
