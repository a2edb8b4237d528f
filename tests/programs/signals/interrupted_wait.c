//@ skip-none
// A handler without SA_RESTART ends sem_wait.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
static sem_t ready;
static void handler(int number) { (void)number; }

static void *run(void *unused)
{
    int result = sem_wait(&ready);
    assert(result == 0); // expect: assert
    return unused;
}

int main(void)
{
    struct sigaction action = { .sa_handler = handler };
    pthread_t thread;
    sem_init(&ready, 0, 0);
    sigaction(SIGUSR1, &action, NULL);
    pthread_create(&thread, NULL, run, NULL);
    pthread_kill(thread, SIGUSR1);
    sem_post(&ready);
    pthread_join(thread, NULL);
    return 0;
}
