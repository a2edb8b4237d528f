//@ expect: safe
//@ opt: O0
//@ skip-none
//@ states-max: 91
// Three threads that meet at a barrier three times.
#include <pthread.h>

static pthread_barrier_t barrier;

static void *work(void *arg)
{
    for (int i = 0; i < 3; i++)
        pthread_barrier_wait(&barrier);
    return arg;
}

int main(void)
{
    pthread_t first, second;
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    work(NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
