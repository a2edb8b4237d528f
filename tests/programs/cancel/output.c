//@ opt: O0
//@ expect: leak
// Output is a cancellation point: the memory is lost.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *run(void *unused)
{
    int *block = malloc(sizeof *block);
    printf("at work\n");
    free(block);
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
