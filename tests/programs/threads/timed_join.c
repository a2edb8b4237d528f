// The time may be over before the thread has ended.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static void *run(void *unused) { return unused; }

int main(void)
{
    pthread_t thread;
    struct timespec deadline;
    pthread_create(&thread, NULL, run, NULL);
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 5;
    int error = pthread_timedjoin_np(thread, NULL, &deadline);
    assert(error == 0); // expect: assert
    return 0;
}
