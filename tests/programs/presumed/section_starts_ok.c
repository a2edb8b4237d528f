//@ expect: safe
//@ native: no
// A thread that is started within an atomic section does nothing before its end.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int done;

static void *watcher(void *arg) {
    assert(done);
    return arg;
}

static void *bystander(void *arg) {
    return done ? arg : NULL;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, bystander, NULL);
    __VERIFIER_atomic_begin();
    pthread_create(&t, NULL, watcher, NULL);
    done = 1;
    __VERIFIER_atomic_end();
    pthread_join(s, NULL);
    pthread_join(t, NULL);
}
