//@ expect: safe
//@ opt: O0
//@ skip-none
//@ states-max: 46
// Locking and unlocking a free spin lock.
// Ten times, while another thread is there and waits.
#include <pthread.h>
#include <semaphore.h>

enum { TIMES = 10 };

static sem_t end;
static pthread_spinlock_t lock;

static void *wait(void *arg)
{
    sem_wait(&end);
    return arg;
}

int main(void)
{
    pthread_t other;
    sem_init(&end, 0, 0);
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&other, NULL, wait, NULL);
    for (int i = 0; i < TIMES; i++) {
        pthread_spin_lock(&lock);
        pthread_spin_unlock(&lock);
    }
    sem_post(&end);
    pthread_join(other, NULL);
    return 0;
}
