//@ expect: safe
// A thread joins the one that it has started only when it ends, in the destructor of a key.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int sum;

static void *adds(void *arg) {
    sum++;
    return arg;
}

static void joins(void *thread) {
    pthread_join(*(pthread_t *)thread, NULL);
    sum++;
    free(thread);
}

static void *works(void *early) {
    pthread_t *thread = malloc(sizeof *thread);
    pthread_create(thread, NULL, adds, NULL);
    pthread_setspecific(key, thread);
    return NULL;
}

static void *starts(void *early) {
    pthread_t worker;
    pthread_create(&worker, NULL, works, early);
    pthread_join(worker, NULL);
    return NULL;
}

int main(void) {
    pthread_t starter;
    pthread_key_create(&key, joins);
    pthread_create(&starter, NULL, starts, NULL);
    pthread_join(starter, NULL);
    return sum == 2 ? 0 : 1;
}
