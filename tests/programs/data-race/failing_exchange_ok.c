//@ expect: safe
// A compare-exchange that fails is only a load: it does not race with a plain read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int flag = 5;

static void *worker(void *unused)
{
    int expected = 1;
    assert(!__atomic_compare_exchange_n(&flag, &expected, 2, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    assert(expected == 5);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    assert(flag == 5);
    pthread_join(thread, NULL);
    return 0;
}
