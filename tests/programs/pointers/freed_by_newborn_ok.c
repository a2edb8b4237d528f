//@ expect: safe
// What was allocated before the thread was started cannot be where its block was.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char *_Atomic next;

static void *release(void *block) {
    free(block);
    assert(next != block);
    return NULL;
}

int main(void) {
    pthread_t thread;
    next = malloc(8);
    pthread_create(&thread, NULL, release, malloc(8));
    pthread_join(thread, NULL);
    free(next);
    return 0;
}
