//@ flags: --keep-going
// Three things are wrong: an assertion, a division, and a race.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;
static int plain;

static void *work(void *arg) {
    a = 1;
    b = 1;
    plain = 1; // expect: data-race
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    int first = a, second = b;
    plain = 2; // expect: data-race
    assert(first >= second); // expect: assert
    int quotient = 6 / (2 - first - second); // expect: div-by-zero
    pthread_join(thread, NULL);
    return quotient > 6;
}
