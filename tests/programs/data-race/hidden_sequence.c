// drand48 and its kin share one sequence, without a lock.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg)
{
    srand48(7); // expect: data-race
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    double drawn = drand48(); // expect: data-race
    pthread_join(thread, NULL);
    return drawn > 1;
}
