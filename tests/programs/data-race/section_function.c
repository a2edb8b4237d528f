// A function whose name makes it an atomic section, against a plain access elsewhere.
#include <pthread.h>
static int calls, count;

static void __VERIFIER_atomic_increment(void)
{
    calls++;
    count++; // expect: data-race
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
    count = 0; // expect: data-race
    pthread_join(thread, NULL);
    return 0;
}
