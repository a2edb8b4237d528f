//@ expect: safe
//@ opt: O0
//@ skip-none
//@ states-max: 26
// pthread_once after the first time.
// Ten times, while another thread is there and waits.
#include <pthread.h>
#include <semaphore.h>

enum { TIMES = 10 };

static sem_t end;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void initialise(void) {}

static void *wait(void *arg)
{
    sem_wait(&end);
    return arg;
}

int main(void)
{
    pthread_t other;
    sem_init(&end, 0, 0);
    pthread_once(&once, initialise);
    pthread_create(&other, NULL, wait, NULL);
    for (int i = 0; i < TIMES; i++) {
        pthread_once(&once, initialise);
    }
    sem_post(&end);
    pthread_join(other, NULL);
    return 0;
}
