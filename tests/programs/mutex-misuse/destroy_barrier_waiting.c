// A barrier is destroyed while a thread waits at it.
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;

static void *wait(void *arg)
{
    pthread_barrier_wait(&barrier);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, wait, NULL);
    pthread_barrier_destroy(&barrier); // expect: mutex-misuse
    pthread_barrier_wait(&barrier); // expect: mutex-misuse
    return 0;
}
