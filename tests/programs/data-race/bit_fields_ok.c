//@ expect: safe
// The repaired twin of bit_fields.c: a zero-width bit-field separates the two.
#include <assert.h>
#include <pthread.h>

struct flags {
    volatile unsigned left : 4;
    unsigned : 0;
    volatile unsigned right : 4;
};

struct flags shared;

static void *worker(void *arg) {
    shared.left = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    shared.right = 2;
    pthread_join(t, NULL);
    assert(shared.left == 1 && shared.right == 2);
    return 0;
}
