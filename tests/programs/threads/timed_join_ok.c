//@ expect: safe
// If it is over the clock has reached the deadline, and the thread can still be joined.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static void *run(void *argument) { return argument; }

int main(void)
{
    pthread_t thread;
    struct timespec deadline, now;
    int value = 0;
    void *result = NULL;
    pthread_create(&thread, NULL, run, &value);
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 5;
    int error = pthread_timedjoin_np(thread, &result, &deadline);
    if (error) {
        assert(error == ETIMEDOUT);
        clock_gettime(CLOCK_REALTIME, &now);
        assert(now.tv_sec >= deadline.tv_sec);
        int busy = pthread_tryjoin_np(thread, &result);
        assert(busy == 0 || busy == EBUSY);
        if (busy)
            pthread_join(thread, &result);
    }
    assert(result == &value);
    return 0;
}
