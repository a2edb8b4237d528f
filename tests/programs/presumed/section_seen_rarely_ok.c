//@ expect: safe
//@ skip-none
//@ native: no
// The first word of a section is presumed to be the first thread's own, so this stands in the middle
// of its section. The section that rarely looks at both words finds them different there, but with
// that it shows that what was presumed is wrong: it cannot happen.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static atomic_int own, both;

static void *adds(void *arg) {
    __VERIFIER_atomic_begin();
    atomic_fetch_add(&own, 1);
    atomic_fetch_add(&both, 1);
    __VERIFIER_atomic_end();
    return arg;
}

static void *compares(void *arg) {
    int other = 0, first = 0;
    if (rarely()) {
        __VERIFIER_atomic_begin();
        other = atomic_load(&both);
        first = atomic_load(&own);
        __VERIFIER_atomic_end();
    } else {
        atomic_load(&both);
    }
    assert(first == other);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, adds, NULL);
    pthread_create(&b, NULL, compares, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
