//@ skip-none
//@ expect: deadlock
//@ native: no
// The handler may run just before the thread pauses: then it pauses for ever.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t woken;
static void handler(int number) { woken = number; }

static void *run(void *unused)
{
    if (!woken)
        pause();
    return unused;
}

int main(void)
{
    pthread_t thread;
    signal(SIGUSR1, handler);
    pthread_create(&thread, NULL, run, NULL);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    return 0;
}
