//@ expect: safe
//@ skip-none
// A timer that rings while a thread is being started is handled, whoever was picked for it.
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

static void *work(void *arg) { return arg; }

int main(void)
{
    pthread_t thread;
    sem_init(&handled, 0, 0);
    signal(SIGALRM, handler);
    alarm(1);
    pthread_create(&thread, NULL, work, NULL);
    sem_wait(&handled);
    pthread_join(thread, NULL);
    return 0;
}
