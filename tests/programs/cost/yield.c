//@ expect: safe
//@ opt: O0
//@ skip-none
//@ states-max: 6
// Yielding and sleeping.
// Ten times, while another thread is there and waits.
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <unistd.h>

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
        sched_yield();
        usleep(10);
    }
    sem_post(&end);
    pthread_join(other, NULL);
    return 0;
}
