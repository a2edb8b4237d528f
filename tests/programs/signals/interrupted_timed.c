//@ skip-none
// A handler ends a wait with a deadline, even if it asks for calls to go on.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>
static void handler(int number) { (void)number; }
static pthread_t waiter;

static void *wake(void *unused)
{
    pthread_kill(waiter, SIGUSR1);
    return unused;
}

int main(void)
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
    struct timespec deadline = { 2000000000, 0 };
    pthread_t thread;
    sem_t semaphore;
    sem_init(&semaphore, 0, 0);
    sigaction(SIGUSR1, &action, NULL);
    waiter = pthread_self();
    pthread_create(&thread, NULL, wake, NULL);
    int result = sem_timedwait(&semaphore, &deadline);
    int error = errno;
    pthread_join(thread, NULL);
    assert(result == -1 && error == ETIMEDOUT); // expect: assert
    return 0;
}
