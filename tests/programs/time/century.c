// A sleep that ends after a century ends.
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static void *rest(void *arg)
{
    time_t start = time(NULL);
    sleep(4000000000u);
    assert(time(NULL) - start >= 4000000000);
    assert(0); // expect: assert
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, rest, NULL);
    return 0;
}
