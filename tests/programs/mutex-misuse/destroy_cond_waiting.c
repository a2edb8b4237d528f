// A condition variable is destroyed while a thread waits on it.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting;

static void *wait(void *arg)
{
    pthread_mutex_lock(&lock);
    waiting = 1;
    pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait, NULL);
    pthread_mutex_lock(&lock);
    if (waiting)
        pthread_cond_destroy(&changed); // expect: mutex-misuse
    else
        pthread_detach(thread);
    pthread_mutex_unlock(&lock);
    return 0;
}
