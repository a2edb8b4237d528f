// A timed wait may be over before the other thread is ready.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>

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
    struct timespec deadline;
    sem_init(&done, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 10;
    sem_timedwait(&done, &deadline);
    assert(result); // expect: assert
    pthread_join(thread, NULL);
    return 0;
}
