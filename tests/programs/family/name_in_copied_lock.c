//@ skip-none
//@ skip-tau
// Helpers copy a lock that they hold, by a function of the library that is called by a pointer, and look at the name in
// the copy.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int names[2];
static void *(*volatile copies)(void *, const void *, size_t) = memcpy;

static void *helps(void *name) {
    pthread_mutex_lock(&lock);
    pthread_mutex_t copy;
    copies(&copy, &lock, sizeof copy);
    *(int *)name = copy.__data.__owner;
    pthread_mutex_unlock(&lock);
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
