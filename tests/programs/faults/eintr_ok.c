//@ flags: --faults eintr
//@ expect: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int result;

static void *work(void *arg)
{
    result = 1;
    sem_post(&done);
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&done, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    while (sem_wait(&done) == -1 && errno == EINTR)
        ;
    assert(result);
    pthread_join(thread, NULL);
    return 0;
}
