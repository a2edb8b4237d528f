//@ expect: safe
//@ opt: O0
//@ skip-none
//@ states-max: 46
// Posting and taking a semaphore.
// Ten times, while another thread is there and waits.
#include <pthread.h>
#include <semaphore.h>

enum { TIMES = 10 };

static sem_t end;
static sem_t tokens;

static void *wait(void *arg)
{
    sem_wait(&end);
    return arg;
}

int main(void)
{
    pthread_t other;
    sem_init(&end, 0, 0);
    sem_init(&tokens, 0, 0);
    pthread_create(&other, NULL, wait, NULL);
    for (int i = 0; i < TIMES; i++) {
        sem_post(&tokens);
        sem_wait(&tokens);
    }
    sem_post(&end);
    pthread_join(other, NULL);
    return 0;
}
