//@ expect: safe
//@ exits: 0
//@ native: no
// A sleep that would end after a century does not end in sight; others go on.
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static void *rest(void *arg)
{
    time_t start = time(NULL);
    sleep(4000000000u);
    assert(time(NULL) - start >= 4000000000);
    assert(0);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, rest, NULL);
    return 0;
}
