// A handler that another thread's signal brings runs between a load and a store of its
// thread, and what it does is lost.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
static volatile sig_atomic_t count;
static sem_t handled;

static void handler(int number)
{
    (void)number;
    count++;
    sem_post(&handled);
}

static void *run(void *unused)
{
    count++;
    while (sem_wait(&handled))
        ;
    assert(count == 2); // expect: assert
    return unused;
}

int main(void)
{
    pthread_t thread;
    sem_init(&handled, 0, 0);
    signal(SIGUSR1, handler);
    pthread_create(&thread, NULL, run, NULL);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    return 0;
}
