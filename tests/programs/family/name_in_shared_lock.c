//@ skip-none
//@ skip-tau
// Helpers look at the set of those that share a lock which nobody else uses.
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t l[2] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};
static unsigned names[2];
static void *helps(void *n) {
    long i = (long)n;
    pthread_rwlock_rdlock(&l[i]);
    const unsigned *w = (const unsigned *)&l[i];
    unsigned sum = 0;
    for (unsigned k = 0; k < sizeof l[i] / 4; k++) sum += w[k];
    names[i] = sum;
    pthread_rwlock_unlock(&l[i]);
    return NULL;
}
static void *starts(void *n) {
    pthread_t helper;
    pthread_create(&helper, NULL, helps, n);
    pthread_join(helper, NULL);
    return NULL;
}
int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, starts, (void *)0);
    pthread_create(&second, NULL, starts, (void *)1);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(names[0] < names[1]); // expect: assert
}
