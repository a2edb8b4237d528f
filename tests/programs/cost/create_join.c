//@ expect: safe
//@ opt: O0
//@ skip-none
//@ states-max: 86
// Creating a thread that does nothing, and joining it.
// Ten times, while another thread is there and waits.
#include <pthread.h>
#include <semaphore.h>

enum { TIMES = 10 };

static sem_t end;
static void *nothing(void *arg) { return arg; }

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
        pthread_t thread;
        pthread_create(&thread, NULL, nothing, NULL);
        pthread_join(thread, NULL);
    }
    sem_post(&end);
    pthread_join(other, NULL);
    return 0;
}
