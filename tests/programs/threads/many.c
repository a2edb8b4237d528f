//@ expect: deadlock
//@ skip-tau
// More threads than a lock has bits for those that wait; what two of the last do counts like anybody's.
#include <pthread.h>
#include <unistd.h>

enum { IDLE = 130 };
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER,
                       b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;
static int turn;

static void *idle(void *unused)
{
    pthread_mutex_lock(&gate);
    return unused;
}

static void *ab(void *unused)
{
    pthread_mutex_lock(&a);
    while (!turn)
        pthread_cond_wait(&woken, &a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

static void *ba(void *unused)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    turn = 1;
    pthread_cond_signal(&woken);
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return unused;
}

int main(void)
{
    pthread_t thread, first, second;
    pthread_mutex_lock(&gate);
    for (int i = 0; i < IDLE; i++)
        pthread_create(&thread, 0, idle, 0);
    pthread_create(&first, 0, ab, 0);
    pthread_create(&second, 0, ba, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    _exit(0);
}
