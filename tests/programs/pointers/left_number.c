// The same as numbers: the pointer that was left shows where its block was after the threads were joined.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static void *drop(void *block)
{
    free(block);
    return NULL;
}

static void *make(void *unused)
{
    (void)unused;
    return malloc(24);
}

int main(void)
{
    pthread_t drops, makes;
    void *young, *old = malloc(24);
    pthread_create(&drops, NULL, drop, old);
    pthread_create(&makes, NULL, make, NULL);
    pthread_join(drops, NULL);
    pthread_join(makes, &young);
    uintptr_t before = (uintptr_t)old, after = (uintptr_t)young;
    free(young);
    assert(before != after); // expect: assert
}
