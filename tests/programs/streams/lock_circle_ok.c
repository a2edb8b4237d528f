//@ expect: safe
// The mutex comes first, then the stream, in both threads.
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
    pthread_mutex_lock(&mutex);
    flockfile(stdout);
    printf("summary\n");
    funlockfile(stdout);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
