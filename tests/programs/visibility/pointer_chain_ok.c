//@ expect: safe
// The repaired twin of pointer_chain.c: the old version stays valid while it may be read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct version {
    atomic_int valid;
};

struct version old = {1}, fresh = {1};
struct version *_Atomic current = &old;

static void *updater(void *arg) {
    current = &fresh;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, updater, NULL);
    struct version *v = current;
    int valid = v->valid;
    pthread_join(t, NULL);
    old.valid = 0;
    assert(valid);
    return 0;
}
