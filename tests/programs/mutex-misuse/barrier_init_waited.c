// Making a barrier anew while a thread waits at it.
#include <pthread.h>

static void *worker(void *barrier)
{
    pthread_barrier_wait(barrier);
    return NULL;
}

int main(void)
{
    pthread_barrier_t barrier;
    pthread_t thread;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, worker, &barrier);
    pthread_barrier_init(&barrier, NULL, 2); // expect: mutex-misuse
    pthread_barrier_wait(&barrier);
    pthread_join(thread, NULL);
    return 0;
}
