//@ expect: safe
//@ native: no
//@ skip-none
// However often a thread sleeps, the clock shows each time that it has, whatever others do.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int flag;

static void *toggle(void *arg)
{
    for (;;)
        flag ^= 1;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, toggle, NULL);
    for (int i = 0; i < 40; i++) {
        time_t start = time(NULL);
        sleep(10);
        assert(time(NULL) - start >= 10);
    }
}
