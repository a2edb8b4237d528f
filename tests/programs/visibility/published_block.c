// A block is private until it is published; from then on every access to it counts.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(atomic_int *) mailbox;

static void *worker(void *arg) {
    atomic_int *block = mailbox;
    if (block)
        *block = 2;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    atomic_int *block = malloc(sizeof *block);
    atomic_init(block, 0);
    *block = 1;
    mailbox = block;
    int seen = *block;
    pthread_join(t, NULL);
    free(block);
    assert(seen == 1); // expect: assert
    return 0;
}
