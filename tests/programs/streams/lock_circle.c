//@ expect: deadlock
// One thread prints while it holds the mutex, the other takes the mutex while it has locked
// the stream.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *report(void *arg)
{
    pthread_mutex_lock(&mutex);
    printf("report\n");
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, report, NULL);
    flockfile(stdout);
    pthread_mutex_lock(&mutex);
    printf("summary\n");
    pthread_mutex_unlock(&mutex);
    funlockfile(stdout);
    pthread_join(thread, NULL);
    return 0;
}
