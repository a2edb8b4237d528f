//@ expect: safe
//@ native: no
// As section_joins.c, but the thread has ended before the section begins.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int steps;

static void *brief(void *arg) { return arg; }

static void *steps_in(void *arg) {
    steps++;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, brief, NULL);
    pthread_create(&b, NULL, steps_in, NULL);
    pthread_join(a, NULL);
    __VERIFIER_atomic_begin();
    int before = steps;
    assert(steps == before);
    __VERIFIER_atomic_end();
    pthread_join(b, NULL);
}
