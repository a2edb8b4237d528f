// What the whole process has blocked is pending for every thread.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void *run(void *unused)
{
    sigset_t pending;
    sigpending(&pending);
    assert(!sigismember(&pending, SIGUSR1)); // expect: assert
    return unused;
}

int main(void)
{
    pthread_t thread;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&thread, NULL, run, NULL);
    kill(getpid(), SIGUSR1);
    pthread_join(thread, NULL);
    return 0;
}
