//@ expect: safe
// The address of a function is compared with a number, as with SIG_IGN, and so
// observed, in a state that is stored and loaded again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int seen;

static void *work(void *arg)
{
    uintptr_t number = (uintptr_t)work;
    if (number < 4096)
        seen = 2;
    seen++;
    seen++;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    int before = seen;
    uintptr_t number = (uintptr_t)main;
    assert(number > 1 && before <= 2);
    pthread_join(thread, NULL);
    assert(seen == 2);
    return 0;
}
