//@ skip-none
//@ expect: deadlock
//@ native: no
// Two threads wait for one signal: one of them waits for ever.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void *wait_for(void *set)
{
    int number;
    sigwait(set, &number);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&a, NULL, wait_for, &set);
    pthread_create(&b, NULL, wait_for, &set);
    kill(getpid(), SIGTERM);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
