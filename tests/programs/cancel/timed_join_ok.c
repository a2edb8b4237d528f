//@ expect: safe
//@ native: no
// With a handler nothing is lost.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
static void *idle(void *unused) { return unused; }

static void *run(void *other)
{
    struct timespec deadline = { 2000000000, 0 };
    int *block = malloc(sizeof *block);
    pthread_cleanup_push(free, block);
    pthread_timedjoin_np(*(pthread_t *)other, NULL, &deadline);
    pthread_cleanup_pop(1);
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
