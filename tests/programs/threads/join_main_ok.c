//@ expect: safe
// Main may leave, and be joined for what it left with.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_t first;
static int left;

static void *worker(void *unused)
{
    void *result;
    assert(pthread_join(first, &result) == 0);
    assert(result == &left);
    exit(0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    first = pthread_self();
    pthread_create(&thread, NULL, worker, NULL);
    pthread_detach(thread);
    pthread_exit(&left);
}
