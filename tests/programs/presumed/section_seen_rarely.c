//@ skip-none
// As section_seen_rarely_ok.c, but nothing keeps the two words together.
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
    atomic_fetch_add(&own, 1);
    atomic_fetch_add(&both, 1);
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
    assert(first == other); // expect: assert
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
