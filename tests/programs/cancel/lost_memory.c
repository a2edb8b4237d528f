//@ opt: O0
//@ expect: leak
// The block that the cancelled thread holds is lost.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg)
{
    char *block = malloc(8);
    block[0] = 0;
    pthread_testcancel();
    free(block);
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
