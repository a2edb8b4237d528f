//@ expect: safe
// Until it is joined the id of a thread is good, whether it has ended or not.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void *nothing(void *arg) { return arg; }

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    assert(pthread_kill(thread, 0) == 0);
    pthread_join(thread, NULL);
    return 0;
}
