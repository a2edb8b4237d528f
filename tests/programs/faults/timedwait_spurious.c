//@ flags: --faults spurious-wakeup
// A timed wait that returns 0 need not have been signalled.
#include <assert.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

int main(void)
{
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    pthread_mutex_lock(&lock);
    int error = pthread_cond_timedwait(&changed, &lock, &deadline);
    assert(error || ready); // expect: assert
    pthread_mutex_unlock(&lock);
    return 0;
}
