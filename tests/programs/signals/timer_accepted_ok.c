//@ expect: safe
// A thread accepts the rings of a timer, which nobody handles, as often as it wants.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
static int rings;

static void *accept_all(void *set)
{
    for (int i = 0; i < 5; i++) {
        int number;
        sigwait(set, &number);
        assert(number == SIGALRM);
        rings++;
    }
    return NULL;
}

int main(void)
{
    struct itimerval timer = { { 0, 1000 }, { 0, 1000 } };
    sigset_t set;
    pthread_t thread;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&thread, NULL, accept_all, &set);
    setitimer(ITIMER_REAL, &timer, NULL);
    pthread_join(thread, NULL);
    assert(rings == 5);
    return 0;
}
