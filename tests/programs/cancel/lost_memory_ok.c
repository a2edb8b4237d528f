//@ expect: safe
// As lost_memory, with a cleanup handler.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg)
{
    char *block = malloc(8);
    block[0] = 0;
    pthread_cleanup_push(free, block);
    pthread_testcancel();
    pthread_cleanup_pop(1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}
