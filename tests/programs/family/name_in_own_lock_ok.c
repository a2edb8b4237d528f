//@ expect: safe
//@ skip-none
//@ skip-tau
// Each helper has a lock that nobody else knows, and looks at its kind.
#include <assert.h>
#include <pthread.h>

static int names[2];

static void *helps(void *name) {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    *(int *)name = lock.__data.__kind;
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
    assert(names[0] == names[1]);
}
