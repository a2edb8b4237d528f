#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int users = 2;

static void *leave(void *shared) {
    users--;
    if (users == 0) // Both may see 0 here.
        free(shared); // expect: double-free
    return NULL;
}

int main(void) {
    pthread_t t;
    void *shared = malloc(16);
    pthread_create(&t, NULL, leave, shared);
    leave(shared);
    pthread_join(t, NULL);
}
