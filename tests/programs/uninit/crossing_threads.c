// Undefined data that crosses threads under a mutex stays undefined.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int *volatile shared;

static void *reader(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    int value = shared[1];
    pthread_mutex_unlock(&m);
    if (value) // expect: uninit
        exit(0);
    return NULL;
}

int main(void) {
    pthread_t t;
    shared = malloc(2 * sizeof *shared);
    shared[0] = 1;
    pthread_create(&t, NULL, reader, NULL);
    pthread_join(t, NULL);
    free(shared);
    return 0;
}
