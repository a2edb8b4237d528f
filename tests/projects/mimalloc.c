/* Two threads take and give back memory; a block that one has taken the other gives back. */
#include <assert.h>
#include <mimalloc.h>
#include <pthread.h>

static int *given;

static void *work(void *arg)
{
    int *mine = mi_malloc(sizeof *mine);
    *mine = 2;
    assert(*mine == 2);
    mi_free(mine);
    mi_free(given);
    return arg;
}

int main(void)
{
    given = mi_malloc(sizeof *given);
    *given = 1;
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    int *mine = mi_malloc(sizeof *mine);
    *mine = 3;
    assert(*mine == 3);
    mi_free(mine);
    pthread_join(thread, NULL);
    return 0;
}
