//@ expect: safe
//@ opt: O0
//@ skip-none
//@ states-max: 65
// Two threads that take turns three times, with a condition variable.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn;

static void *work(void *arg)
{
    int me = arg != NULL;
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        while (turn != me)
            pthread_cond_wait(&changed, &lock);
        turn = !me;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, work, &turn);
    work(NULL);
    pthread_join(other, NULL);
    return 0;
}
