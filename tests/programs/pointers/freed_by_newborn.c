// A new thread frees its block before its creator allocates another one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char *_Atomic next;

static void *release(void *block) {
    free(block);
    assert(next != block); // expect: assert
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, release, malloc(8));
    next = malloc(8);
    pthread_join(thread, NULL);
    free(next);
    return 0;
}
