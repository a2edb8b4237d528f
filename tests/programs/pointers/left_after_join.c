//@ opt: O0
// A pointer is left when another thread frees its block, and is looked at only when that is long over: what
// main has allocated meanwhile may be there.
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
    pthread_create(&thread, NULL, drop, old);
    char *young = malloc(24);
    pthread_join(thread, NULL);
    int same = old == young;
    free(young);
    assert(!same); // expect: assert
}
