//@ expect: safe
// sigsuspend lets the signal in and waits in one: nothing is lost.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
static volatile sig_atomic_t woken;
static void handler(int number) { woken = number; }

static void *run(void *unused)
{
    sigset_t none;
    sigemptyset(&none);
    while (!woken) {
        int result = sigsuspend(&none);
        assert(result == -1 && errno == EINTR);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGUSR1, handler);
    pthread_create(&thread, NULL, run, NULL);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    return 0;
}
