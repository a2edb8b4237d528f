//@ expect: safe
//@ skip-none
// A signal that a cancelled thread has got is not lost: the other one that waits gets it.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int permits, waiting;

static void unlock(void *arg)
{
    (void)arg;
    pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    waiting++;
    pthread_cleanup_push(unlock, NULL);
    while (!permits)
        pthread_cond_wait(&changed, &lock);
    pthread_cleanup_pop(1);
    return arg;
}

int main(void)
{
    pthread_t first, second;
    int is_ready = 0;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    while (!is_ready) {
        pthread_mutex_lock(&lock);
        is_ready = waiting == 2;
        if (is_ready) {
            permits = 1;
            pthread_cond_signal(&changed);
        }
        pthread_mutex_unlock(&lock);
    }
    void *result;
    pthread_cancel(first);
    pthread_join(first, &result);
    if (result != PTHREAD_CANCELED)
        pthread_cancel(second);
    pthread_join(second, NULL);
    return 0;
}
