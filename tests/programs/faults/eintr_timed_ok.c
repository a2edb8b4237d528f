//@ expect: safe
//@ flags: --faults eintr:2
// It waits again.
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>

int main(void)
{
    sem_t s;
    struct timespec deadline;
    int result;
    sem_init(&s, 0, 0);
    clock_gettime(CLOCK_REALTIME, &deadline);
    do
        result = sem_timedwait(&s, &deadline);
    while (result && errno == EINTR);
    assert(result && errno == ETIMEDOUT);
    return 0;
}
