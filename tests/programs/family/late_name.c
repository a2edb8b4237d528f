//@ skip-none
//@ skip-tau
// A freed block is compared with a new one before helpers look at the name that a lock has of them.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int names[2], same;
static void *helps(void *name) {
    pthread_mutex_lock(&lock);
    *(int *)name = lock.__data.__owner;
    pthread_mutex_unlock(&lock);
    return NULL;
}
static void *starts(void *name) {
    pthread_t helper;
    pthread_create(&helper, NULL, helps, name);
    pthread_join(helper, NULL);
    return NULL;
}
static void *compares(void *arg) {
    char *old = malloc(8);
    free(old);
    char *new = malloc(8);
    same = old == new;
    free(new);
    return arg;
}
int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, compares, NULL);
    pthread_join(first, NULL);
    pthread_create(&first, NULL, starts, &names[0]);
    pthread_create(&second, NULL, starts, &names[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(names[0] < names[1]); // expect: assert
}
