//@ expect: safe
//@ opt: O0
//@ skip-none
//@ states-max: 28
// Setting and getting a thread-specific value.
// Ten times, while another thread is there and waits.
#include <pthread.h>
#include <semaphore.h>

enum { TIMES = 10 };

static sem_t end;
static pthread_key_t key;

static void *wait(void *arg)
{
    sem_wait(&end);
    return arg;
}

int main(void)
{
    pthread_t other;
    sem_init(&end, 0, 0);
    pthread_key_create(&key, NULL);
    pthread_create(&other, NULL, wait, NULL);
    pthread_key_t mine = key;
    for (int i = 0; i < TIMES; i++) {
        pthread_setspecific(mine, &key);
        pthread_getspecific(mine);
    }
    sem_post(&end);
    pthread_join(other, NULL);
    return 0;
}
