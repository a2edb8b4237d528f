//@ expect: safe
//@ native: no
//@ exits: 0 1 2 3 4
// Functions that open and close streams may act on a cancellation, or leave it to the next one.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int go;
static int calls;
static FILE *first, *second;

static void *work(void *arg)
{
    while (!go)
        ;
    first = fopen("first", "w"), calls++;
    first = freopen("other", "w", first), calls++;
    second = tmpfile(), calls++;
    fclose(second), calls++;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    go = 1;
    pthread_join(thread, NULL);
    return calls;
}
