//@ expect: safe
// What must not be interrupted is not.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *run(void *unused)
{
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    int *block = malloc(sizeof *block);
    printf("at work\n");
    fflush(stdout);
    free(block);
    pthread_setcancelstate(before, NULL);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}
