// Two threads add one to the same counter. What can possibly go wrong?
//
//     verify examples/lost_update.c
//
// Every access is atomic, so there is no data race. But between the load and
// the store of one thread the other may do all of its work, which is then
// overwritten. A test on a real machine will hardly ever see it; the checker
// shows the interleaving, step by step.
//
// To repair it, write `counter++` (on an atomic, one step) in place of the two
// lines of `increment`.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

static void *increment(void *arg) {
    int seen = counter; // Both threads may read 0 here …
    counter = seen + 1; // … and then both write 1.
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, increment, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2); // expect: assert
    return 0;
}
