//@ expect: safe
//@ flags: --volatile atomic
//@ native: no
// With this flag volatile accesses count as atomic.
#include <pthread.h>
static volatile int stop;
static int unrelated;

static void *worker(void *unused)
{
    while (!stop)
        ;
    unrelated++;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    stop = 1;
    pthread_join(thread, NULL);
    return unrelated - 1;
}
