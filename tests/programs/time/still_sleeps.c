//@ flags: --clock still
//@ native: no
// Two sleeps beside each other take as long as one, or as both.
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static void *rest(void *unused)
{
    sleep(2);
    return unused;
}

int main(void)
{
    pthread_t thread;
    time_t start = time(NULL);
    pthread_create(&thread, NULL, rest, NULL);
    sleep(2);
    pthread_join(thread, NULL);
    assert(time(NULL) == start + 2); // expect: assert
    return 0;
}
