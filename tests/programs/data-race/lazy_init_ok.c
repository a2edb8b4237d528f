//@ expect: safe
// The repaired twin of lazy_init.c: the pointer is atomic.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int object;
int *_Atomic instance;

static int *get(void) {
    if (!instance) {
        pthread_mutex_lock(&m);
        if (!instance) {
            object = 7;
            instance = &object;
        }
        pthread_mutex_unlock(&m);
    }
    return instance;
}

static void *worker(void *arg) {
    (void)arg;
    return get();
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int *mine = get();
    assert(*mine == 7);
    pthread_join(t, NULL);
    return 0;
}
