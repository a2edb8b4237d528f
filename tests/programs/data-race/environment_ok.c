//@ expect: safe
// It is changed before, under a lock, and otherwise only looked at.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
    getenv("HOME");
    pthread_mutex_lock(&lock);
    getenv("MODE");
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t thread;
    setenv("MODE", "slow", 1);
    pthread_create(&thread, NULL, work, NULL);
    getenv("HOME");
    pthread_join(thread, NULL);
    setenv("MODE", "fast", 1);
    return 0;
}
