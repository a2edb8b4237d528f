// What is printed stands in the report in the order in which the trace tells it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int go, x;

static void *worker(void *unused)
{
    printf("worker: first\n");
    go = 1;
    fprintf(stderr, "worker: second\n");
    return unused;
}

int main(void)
{
    pthread_t thread;
    fprintf(stderr, "main: first\n");
    pthread_create(&thread, NULL, worker, NULL);
    x = 1;
    printf("main: second\n");
    assert(!go); // expect: assert
    return 0;
}
