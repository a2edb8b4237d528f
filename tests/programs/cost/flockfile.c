//@ expect: safe
//@ opt: O0
//@ skip-none
//@ states-max: 6
// Formatted output with the stream locked.
// Ten times, while another thread is there and waits.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

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
        flockfile(stdout);
        printf("%d ", i);
        printf("text\n");
        funlockfile(stdout);
    }
    sem_post(&end);
    pthread_join(other, NULL);
    return 0;
}
