//@ expect: safe
//@ native: no
//@ exits: 3 10 20 31 50 51
// Two threads and main ask the same number, in every order; what one learns the others know.
#include "augur.h"

#include <pthread.h>

static int n, cells[6], two;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *counts(void *unused)
{
    (void)unused;
    int k = n;
    if (k < 0 || k > 4)
        return 0;
    pthread_mutex_lock(&lock);
    if (k == 2)
        two = 1;
    cells[k]++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    n = __VERIFIER_nondet_int();
    pthread_t a, b;
    pthread_create(&a, 0, counts, 0);
    if (n > 3) {
        pthread_join(a, 0);
        return 50 + (n == 4 ? cells[4] : 0);
    }
    int both = n != 1 || __VERIFIER_nondet_bool();
    if (both)
        pthread_create(&b, 0, counts, 0);
    pthread_join(a, 0);
    if (both)
        pthread_join(b, 0);
    return n == 1 ? cells[1] * 10 : n == 2 ? two + 30 : 3;
}
