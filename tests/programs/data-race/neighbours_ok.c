//@ expect: safe
// Neighbouring bytes of one word are different memory.
#include <assert.h>
#include <pthread.h>

struct pair {
    volatile char left;
    volatile char right;
};

struct pair shared;

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
