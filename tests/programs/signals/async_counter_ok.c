//@ expect: safe
//@ skip-none
// The signal is blocked while the thread counts itself.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
static volatile sig_atomic_t count;
static sem_t handled;

static void handler(int number)
{
    (void)number;
    count++;
    sem_post(&handled);
}

static void *run(void *unused)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    count++;
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    while (sem_wait(&handled))
        ;
    assert(count == 2);
    return unused;
}

int main(void)
{
    pthread_t thread;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);    /* the thread inherits it */
    sem_init(&handled, 0, 0);
    signal(SIGUSR1, handler);
    pthread_create(&thread, NULL, run, NULL);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    return 0;
}
