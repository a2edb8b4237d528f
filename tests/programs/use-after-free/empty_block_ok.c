//@ expect: safe
// As empty_block.c, but the size is asked for before the block is given away.
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

void *_Atomic block;
atomic_int given;

void *user(void *unused)
{
    void *taken = block;
    if (taken && given)
        free(taken);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, user, NULL);
    void *mine = malloc(0);
    block = mine;
    if (malloc_usable_size(mine) > 100)
        abort();
    given = 1;
    pthread_join(thread, NULL);
    return 0;
}
