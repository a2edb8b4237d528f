//@ expect: safe
//@ skip-none
// A signal to the process whose thread blocks it, or ends, before it comes goes to another.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static sem_t handled;

static void handler(int number)
{
    (void)number;
    sem_post(&handled);
}

static void *work(void *arg)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    return arg;
}

int main(void)
{
    pthread_t thread;
    struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
    sem_init(&handled, 0, 0);
    sigaction(SIGUSR1, &action, NULL);
    pthread_create(&thread, NULL, work, NULL);
    kill(getpid(), SIGUSR1);
    sem_wait(&handled);
    pthread_join(thread, NULL);
    return 0;
}
