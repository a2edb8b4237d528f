//@ flags: --faults spurious-failure
// One that fails is a load all the same, and one that does not is a store: both race with plain stores.
#include <pthread.h>
#include <stdatomic.h>

static int value;

static void *set(void *unused)
{
    value = 2; // expect: data-race
    return unused;
}

int main(void)
{
    pthread_t thread;
    int expected = 0;
    pthread_create(&thread, NULL, set, NULL);
    __atomic_compare_exchange_n(&value, &expected, 1, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); // expect: data-race
    pthread_join(thread, NULL);
    return 0;
}
