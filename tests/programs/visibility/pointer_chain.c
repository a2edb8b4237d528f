// Between loading a shared pointer and loading what it points to, the pointer moves on.
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
    old.valid = 0;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, updater, NULL);
    struct version *v = current;
    int valid = v->valid;
    pthread_join(t, NULL);
    assert(valid); // expect: assert
    return 0;
}
