//@ native: no
// Choices and interleavings multiply: the bug needs one of each.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include "augur.h"

atomic_int x;

static void *worker(void *arg) {
    x = augur_choice(3);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int first = x;
    int second = x;
    pthread_join(t, NULL);
    assert(!(first == 0 && second == 2)); // expect: assert
    return 0;
}
