//@ expect: safe
//@ flags: --faults spurious-wakeup
// Asked again after each wake-up.
#include <assert.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

int main(void)
{
    struct timespec deadline;
    int error = 0;
    clock_gettime(CLOCK_REALTIME, &deadline);
    pthread_mutex_lock(&lock);
    while (!ready && !error)
        error = pthread_cond_timedwait(&changed, &lock, &deadline);
    assert(error || ready);
    pthread_mutex_unlock(&lock);
    return 0;
}
