// Two threads that sleep at the same time do not need twice as long.
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static void *rest(void *arg)
{
    sleep(10);
    return arg;
}

int main(void)
{
    pthread_t thread;
    time_t start = time(NULL);
    pthread_create(&thread, NULL, rest, NULL);
    sleep(10);
    pthread_join(thread, NULL);
    assert(time(NULL) - start >= 20); // expect: assert
    return 0;
}
