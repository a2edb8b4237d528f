//@ expect: safe
// The repaired twin of published_block.c: read before the publication.
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
    int seen = *block;
    mailbox = block;
    pthread_join(t, NULL);
    free(block);
    assert(seen == 1);
    return 0;
}
