//@ expect: safe
// A thread that waits for signals which all others block, as servers have it.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static int stopped;

static void *wait_for(void *set)
{
    int number;
    assert(sigwait(set, &number) == 0);
    assert(number == SIGTERM);
    stopped = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&thread, NULL, wait_for, &set);
    kill(getpid(), SIGTERM);
    pthread_join(thread, NULL);
    assert(stopped);
    return 0;
}
