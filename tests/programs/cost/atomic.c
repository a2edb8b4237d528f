//@ expect: safe
//@ opt: O0
//@ skip-none
//@ states-max: 26
// An atomic read-modify-write, for comparison.
// Ten times, while another thread is there and waits.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

enum { TIMES = 10 };

static sem_t end;
static atomic_int count;

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
        count++;
    }
    sem_post(&end);
    pthread_join(other, NULL);
    return 0;
}
