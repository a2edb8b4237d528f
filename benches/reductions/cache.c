// A cache behind a reader-writer lock: two threads look keys up and, where they
// find nothing, compute and store.
#include <assert.h>
#include <pthread.h>

#define KEYS 2

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int known[KEYS], values[KEYS];

static int lookup(int key) {
    pthread_rwlock_rdlock(&lock);
    int found = known[key], value = values[key];
    pthread_rwlock_unlock(&lock);
    if (found)
        return value;
    value = 10 * key + 1;
    pthread_rwlock_wrlock(&lock);
    if (!known[key]) {
        values[key] = value;
        known[key] = 1;
    }
    pthread_rwlock_unlock(&lock);
    return value;
}

static void *run(void *argument) {
    for (int i = 0; i < 3; i++)
        assert(lookup(i % KEYS) == 10 * (i % KEYS) + 1);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    run(0);
    pthread_join(thread, 0);
    return 0;
}
