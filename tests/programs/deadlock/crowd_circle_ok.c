//@ expect: safe
//@ native: no
//@ skip-none
//@ skip-tau
// Two threads take two locks in the same order, while many others wait for a third lock and one more comes and goes.
#include <pthread.h>
#include <stdatomic.h>

#define WAITING 6

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;

static void *wait(void *arg)
{
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    return arg;
}

static void *up(void *arg)
{
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return arg;
}

static void *down(void *arg)
{
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    return arg;
}

static void *go_on(void *arg)
{
    atomic_fetch_xor(&flag, 1);
    return arg;
}

int main(void)
{
    pthread_t thread, one, other;
    pthread_mutex_lock(&gate);
    for (int i = 0; i < WAITING; i++)
        pthread_create(&thread, NULL, wait, NULL);
    pthread_create(&thread, NULL, go_on, NULL);
    pthread_create(&one, NULL, up, NULL);
    pthread_create(&other, NULL, down, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
