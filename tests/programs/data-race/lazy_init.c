// Double-checked locking with a plain pointer.
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int object;
int *volatile instance;

static int *get(void) {
    if (!instance) { // expect: data-race
        pthread_mutex_lock(&m);
        if (!instance)
            instance = &object; // expect: data-race
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
    get();
    pthread_join(t, NULL);
    return 0;
}
