//@ expect: safe
//@ native: no
// As assume_late.c, but after the join, which nobody gets to.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int);
static atomic_int flag;

static void *quits(void *arg) {
    __VERIFIER_assume(0);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, quits, NULL);
    flag = 1;
    pthread_join(t, NULL);
    assert(flag == 0);
}
