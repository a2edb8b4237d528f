//@ flags: --faults eintr
// A wait with a deadline may be interrupted as well.
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>

int main(void)
{
    sem_t s;
    struct timespec deadline;
    sem_init(&s, 0, 0);
    clock_gettime(CLOCK_REALTIME, &deadline);
    int result = sem_timedwait(&s, &deadline);
    assert(result == 0 || errno == ETIMEDOUT); // expect: assert
    return 0;
}
