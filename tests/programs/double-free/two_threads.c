// Both threads find the block and both free it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) shared;

static void *clean(void *arg) {
    (void)arg;
    int *p = shared;
    shared = NULL;
    free(p); // expect: double-free
    return NULL;
}

int main(void) {
    pthread_t t;
    shared = malloc(sizeof(int));
    pthread_create(&t, NULL, clean, NULL);
    clean(NULL);
    pthread_join(t, NULL);
    return 0;
}
