// Two threads wait on one condition variable with different mutexes.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *wait(void *arg)
{
    pthread_mutex_lock(arg);
    pthread_cond_wait(&changed, arg); // expect: mutex-misuse
    pthread_mutex_unlock(arg);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, wait, &a);
    pthread_create(&second, NULL, wait, &b);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
