//@ expect: safe
//@ long
// A handler gives what the program waits for, as often as it does.
#include <assert.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/time.h>
static sem_t ready;
static void handler(int number)
{
    (void)number;
    sem_post(&ready);
}

int main(void)
{
    struct itimerval timer = { { 0, 1000 }, { 0, 1000 } }, none = { { 0, 0 }, { 0, 0 } };
    sem_init(&ready, 0, 0);
    signal(SIGALRM, handler);
    setitimer(ITIMER_REAL, &timer, &none);
    for (int i = 0; i < 4; i++)
        assert(sem_wait(&ready) == 0);
    return 0;
}
