// A block without bytes can be freed all the same, and then nobody may ask for its size.
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
    given = 1;
    if (malloc_usable_size(mine) > 100) // expect: use-after-free
        abort();
    pthread_join(thread, NULL);
    return 0;
}
