// Who waits for the end of a thread in the middle of an atomic section lets others in, so the time of that end counts.
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
    __VERIFIER_atomic_begin();
    int before = steps;
    pthread_join(a, NULL);
    assert(steps == before); // expect: assert
    __VERIFIER_atomic_end();
    pthread_join(b, NULL);
}
