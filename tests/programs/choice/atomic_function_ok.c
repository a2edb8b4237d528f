//@ expect: safe
//@ native: no
// SV-COMP: a function whose name begins so runs without interruption, and an
// execution in which assume_abort_if_not gives up does not count.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

static int count;

static void __VERIFIER_atomic_increment(void)
{
    int seen = count;
    count = seen + 1;
}

static void assume_abort_if_not(int condition)
{
    if (!condition)
        abort();
}

static void *work(void *arg)
{
    __VERIFIER_atomic_increment();
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int sure = __VERIFIER_nondet_bool();
    assume_abort_if_not(sure);
    assert(sure && count == 2);
    return 0;
}
