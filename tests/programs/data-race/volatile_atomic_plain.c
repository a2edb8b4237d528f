//@ flags: --volatile atomic
// Also with this flag a volatile access races with a plain one.
#include <pthread.h>
static int stop;

static void *worker(void *unused)
{
    stop = 1; // expect: data-race
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    int seen = *(volatile int *)&stop; // expect: data-race
    pthread_join(thread, NULL);
    return seen > 1;
}
