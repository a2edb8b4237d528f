//@ expect: safe
//@ native: no
//@ exits: 0 1
// A thread that is cancelled and joins one that has ended joins it (glibc) or does not (POSIX).
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_t ended;

static void *end(void *arg) { return arg; }

static void *work(void *arg)
{
    pthread_cancel(pthread_self());
    pthread_join(ended, NULL);
    return arg;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&ended, NULL, end, NULL);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, &result);
    if (result == PTHREAD_CANCELED)
        pthread_join(ended, NULL);
    return result == PTHREAD_CANCELED;
}
