//@ expect: safe
//@ opt: O0
//@ skip-none
//@ states-max: 6
// Nothing: what the frame around the other programs costs.
// Ten times, while another thread is there and waits.
#include <pthread.h>
#include <semaphore.h>

enum { TIMES = 10 };

static sem_t end;

static void *wait(void *arg)
{
    sem_wait(&end);
    return arg;
}

int main(void)
{
    pthread_t other;
    sem_init(&end, 0, 0);
    pthread_create(&other, NULL, wait, NULL);
    for (int i = 0; i < TIMES; i++) {
        (void)i;
    }
    sem_post(&end);
    pthread_join(other, NULL);
    return 0;
}
