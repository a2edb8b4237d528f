//@ expect: safe
//@ native: no
// A thread that pauses is there until it is cancelled; select and poll without
// descriptors are sleeps.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/select.h>
#include <unistd.h>

static void *idle(void *arg)
{
    pause();
    return arg;
}

int main(void)
{
    pthread_t thread;
    void *result;
    struct timeval moment = { 0, 1000 };
    pthread_create(&thread, NULL, idle, NULL);
    assert(select(0, NULL, NULL, NULL, &moment) == 0);
    assert(poll(NULL, 0, 1) == 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
