//@ expect: safe
//@ exits: 0 1
//@ native: no
// As timeout, looking at what the wait returns.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

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
    struct timespec deadline;
    sem_init(&done, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 10;
    int late = sem_timedwait(&done, &deadline);
    assert(!late || errno == ETIMEDOUT);
    assert(late || result);
    pthread_join(thread, NULL);
    return late != 0;
}
