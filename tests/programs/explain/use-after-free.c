#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *read(void *message) {
    pthread_mutex_lock(&lock);
    int seen = *(int *)message; // expect: use-after-free
    pthread_mutex_unlock(&lock);
    return seen ? message : NULL;
}

int main(void) {
    pthread_t t;
    int *message = calloc(1, sizeof *message);
    pthread_create(&t, NULL, read, message);
    pthread_mutex_lock(&lock);
    free(message); // Who says that it was read?
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
}
