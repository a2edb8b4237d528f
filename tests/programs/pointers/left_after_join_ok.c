//@ expect: safe
// A pointer is left when another thread frees its block; what it is compared with lived before that.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *drop(void *block)
{
    free(block);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    char *old = malloc(24);
    char *young = malloc(24);
    pthread_create(&thread, NULL, drop, old);
    pthread_join(thread, NULL);
    int same = old == young;
    free(young);
    assert(!same);
}
