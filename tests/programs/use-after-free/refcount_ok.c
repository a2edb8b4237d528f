//@ expect: safe
// The repaired twin of refcount.c: the note is made while the share is still held.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct box {
    atomic_int owners;
    atomic_int released;
};

static void release(struct box *b) {
    b->released = 1;
    if (atomic_fetch_sub(&b->owners, 1) == 1)
        free(b);
}

static void *worker(void *arg) {
    release(arg);
    return NULL;
}

int main(void) {
    pthread_t t;
    struct box *b = malloc(sizeof *b);
    atomic_init(&b->owners, 2);
    atomic_init(&b->released, 0);
    pthread_create(&t, NULL, worker, b);
    release(b);
    pthread_join(t, NULL);
    return 0;
}
