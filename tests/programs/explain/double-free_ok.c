//@ expect: safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int users = 2;

static void *leave(void *shared) {
    if (atomic_fetch_sub(&users, 1) == 1) // Only one sees 1.
        free(shared);
    return NULL;
}

int main(void) {
    pthread_t t;
    void *shared = malloc(16);
    pthread_create(&t, NULL, leave, shared);
    leave(shared);
    pthread_join(t, NULL);
}
