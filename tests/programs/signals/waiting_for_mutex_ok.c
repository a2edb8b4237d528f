//@ expect: safe
//@ skip-none
// A handler runs while its thread waits for a mutex, a condition or another thread, and the
// wait goes on.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static volatile sig_atomic_t handled;
static void handler(int number) { handled = number; }

static void *run(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    signal(SIGUSR1, handler);
    pthread_create(&thread, NULL, run, NULL);
    pthread_mutex_lock(&lock);
    pthread_kill(thread, SIGUSR1);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
