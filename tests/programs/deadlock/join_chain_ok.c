//@ expect: safe
// The repaired twin of join_cycle.c: a chain of joins has an end.
#include <pthread.h>

pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
pthread_t first, second;

static void *one(void *arg) {
    return arg;
}

static void *two(void *arg) {
    pthread_mutex_lock(&gate);
    pthread_t other = first;
    pthread_mutex_unlock(&gate);
    pthread_join(other, NULL);
    return arg;
}

int main(void) {
    pthread_mutex_lock(&gate);
    pthread_create(&first, NULL, one, NULL);
    pthread_mutex_unlock(&gate);
    pthread_create(&second, NULL, two, NULL);
    pthread_join(second, NULL);
    return 0;
}
