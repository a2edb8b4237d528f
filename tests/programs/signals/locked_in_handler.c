//@ expect: deadlock
//@ native: no
// A handler locks a mutex that its thread may hold.
#include <pthread.h>
#include <signal.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void handler(int number)
{
    (void)number;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}

static void *run(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    signal(SIGUSR1, handler);
    pthread_create(&thread, NULL, run, NULL);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    return 0;
}
