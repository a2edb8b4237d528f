//@ expect: safe
//@ opt: O0
//@ skip-none
//@ states-max: 46
// Locking and unlocking a free reader-writer lock for reading.
// Ten times, while another thread is there and waits.
#include <pthread.h>
#include <semaphore.h>

enum { TIMES = 10 };

static sem_t end;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

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
        pthread_rwlock_rdlock(&lock);
        pthread_rwlock_unlock(&lock);
    }
    sem_post(&end);
    pthread_join(other, NULL);
    return 0;
}
