//@ expect: safe
//@ skip-none
// A handler leaves by siglongjmp while its thread waits.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
static sem_t never;
static _Thread_local sigjmp_buf place;
static sigset_t set;

static void handler(int number)
{
    siglongjmp(place, number);
}

static void *run(void *unused)
{
    if (sigsetjmp(place, 1) == 0) {
        pthread_sigmask(SIG_UNBLOCK, &set, NULL);
        sem_wait(&never);
        assert(0);
    }
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    return unused;
}

int main(void)
{
    pthread_t thread;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
    sigaction(SIGUSR1, &action, NULL);
    sem_init(&never, 0, 0);
    pthread_create(&thread, NULL, run, NULL);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    return 0;
}
