//@ expect: safe
//@ native: no
//@ skip-none
//@ exits: 1 2 4
// A wait with a deadline ends in time, too late, or by a handler.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>
static sem_t semaphore;
static pthread_t waiter;
static void handler(int number) { (void)number; }

static void *wake(void *unused)
{
    pthread_kill(waiter, SIGUSR1);
    sem_post(&semaphore);
    return unused;
}

int main(void)
{
    struct timespec deadline = { 2000000000, 0 };
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    signal(SIGUSR1, handler);
    waiter = pthread_self();
    pthread_create(&thread, NULL, wake, NULL);
    int result = sem_timedwait(&semaphore, &deadline);
    int error = errno;
    pthread_join(thread, NULL);
    return result == 0 ? 1 : error == ETIMEDOUT ? 2 : error == EINTR ? 4 : 8;
}
