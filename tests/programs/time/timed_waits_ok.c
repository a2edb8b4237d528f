//@ expect: safe
//@ exits: 10 20 99
//@ native: no
// Two waits that end at their deadlines: at once, one after the other, or late.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *wait(void *arg)
{
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 10;
    pthread_mutex_lock(&lock);
    pthread_cond_timedwait(&never, &lock, &deadline);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t thread;
    time_t start = time(NULL);
    pthread_create(&thread, NULL, wait, NULL);
    wait(NULL);
    pthread_join(thread, NULL);
    long taken = time(NULL) - start;
    return taken == 10 || taken == 20 ? (int)taken : 99;
}
