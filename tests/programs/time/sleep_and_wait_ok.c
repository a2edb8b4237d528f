//@ expect: safe
// The clock does not go back, and moves by what was slept or waited.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static long now(clockid_t clock)
{
    struct timespec time;
    assert(clock_gettime(clock, &time) == 0);
    return time.tv_sec * 1000000000 + time.tv_nsec;
}

int main(void)
{
    long before = now(CLOCK_MONOTONIC);
    usleep(1000);
    usleep(1000);
    assert(now(CLOCK_MONOTONIC) - before >= 2000000);

    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    if ((deadline.tv_nsec += 1000000) >= 1000000000) {
        deadline.tv_nsec -= 1000000000;
        deadline.tv_sec++;
    }
    pthread_mutex_lock(&lock);
    int error = pthread_cond_timedwait(&never, &lock, &deadline);
    pthread_mutex_unlock(&lock);
    assert(error == ETIMEDOUT);
    assert(now(CLOCK_REALTIME) >= deadline.tv_sec * 1000000000 + deadline.tv_nsec);
    return 0;
}
