//@ expect: safe
//@ native: no
//@ skip-none
// Threads that sleep without end, while nobody looks at the clock any more, have finitely many
// states.
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int flag;

static void *work(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        flag = !flag;
        pthread_mutex_unlock(&lock);
        usleep(1000);
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    srand((unsigned)time(NULL));
    pthread_create(&thread, NULL, work, NULL);
    sleep(1);
    time(NULL);
    for (;;)
        sleep(1);
}
