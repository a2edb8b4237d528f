//@ expect: safe
// An id is not used again while its thread lives, detached or not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int go;

static void *wait(void *arg) {
    while (!go) {
    }
    return arg;
}

static void *run(void *arg) { return arg; }

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, wait, NULL);
    pthread_detach(first);
    pthread_create(&second, NULL, run, NULL);
    int same = pthread_equal(first, second);
    go = 1;
    pthread_join(second, NULL);
    assert(!same);
    return 0;
}
