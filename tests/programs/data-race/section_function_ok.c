//@ expect: safe
//@ native: no
// The same where everybody uses the section, or has joined.
#include <pthread.h>
#include <assert.h>
static int calls, count;

static void __VERIFIER_atomic_increment(void)
{
    calls++;
    count++;
}

static void *worker(void *unused)
{
    __VERIFIER_atomic_increment();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    __VERIFIER_atomic_increment();
    pthread_join(thread, NULL);
    assert(count == 2 && calls == 2);
    return 0;
}
