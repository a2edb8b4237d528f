//@ opt: O0
//@ expect: leak
// A join with a deadline is a cancellation point: the memory is lost.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
static void *idle(void *unused) { return unused; }

static void *run(void *other)
{
    struct timespec deadline = { 2000000000, 0 };
    int *block = malloc(sizeof *block);
    pthread_timedjoin_np(*(pthread_t *)other, NULL, &deadline);
    free(block);
    return NULL;
}

int main(void)
{
    pthread_t other, thread;
    pthread_create(&other, NULL, idle, NULL);
    pthread_create(&thread, NULL, run, &other);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}
