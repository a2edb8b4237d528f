//@ expect: safe
//@ native: no
//@ exits: 0 1
// Who waits for a condition, is signalled and then cancelled either returns or is cancelled.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_waiting;

static void unlock(void *arg)
{
    (void)arg;
    pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    is_waiting = 1;
    pthread_cleanup_push(unlock, NULL);
    pthread_cond_wait(&changed, &lock);
    pthread_cleanup_pop(1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    void *result;
    int is_ready = 0;
    pthread_create(&thread, NULL, work, NULL);
    while (!is_ready) {
        pthread_mutex_lock(&lock);
        is_ready = is_waiting;
        if (is_ready)
            pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    pthread_cancel(thread);
    pthread_join(thread, &result);
    return result == PTHREAD_CANCELED;
}
