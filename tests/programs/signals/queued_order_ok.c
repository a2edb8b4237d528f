//@ expect: safe
//@ flags: --reduction tau+
//@ skip-none
// Real-time signals are handled in the order in which they were sent.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static int runs;

static void handler(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    assert(info->si_value.sival_int == ++runs);
}

static void *work(void *arg) { return arg; }

int main(void)
{
    pthread_t thread;
    struct sigaction action = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO };
    sigaction(SIGRTMIN, &action, NULL);
    pthread_create(&thread, NULL, work, NULL);
    pthread_sigqueue(thread, SIGRTMIN, (union sigval){ 1 });
    pthread_sigqueue(thread, SIGRTMIN, (union sigval){ 2 });
    pthread_join(thread, NULL);
    return 0;
}
