//@ flags: --faults eintr:1
// An interrupted wait was no wait.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t done;
static atomic_int result;

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
    sem_wait(&done);
    assert(result); // expect: assert
    pthread_join(thread, NULL);
    return 0;
}
