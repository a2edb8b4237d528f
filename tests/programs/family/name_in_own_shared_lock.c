//@ skip-none
//@ skip-tau
// Helpers share a lock that nobody else knows, and look at the set of those that do.
#include <assert.h>
#include <pthread.h>
static unsigned names[2];
static void *helps(void *name) {
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_rwlock_rdlock(&lock);
    for (unsigned k = 0; k < sizeof lock / 4; k++)
        *(unsigned *)name += ((unsigned *)&lock)[k];
    pthread_rwlock_unlock(&lock);
    return NULL;
}
static void *starts(void *name) {
    pthread_t helper;
    pthread_create(&helper, NULL, helps, name);
    pthread_join(helper, NULL);
    return NULL;
}
int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, starts, &names[0]);
    pthread_create(&second, NULL, starts, &names[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(names[0] < names[1]); // expect: assert
}
