//@ expect: abort
//@ flags: --exit-zero
//@ native: no
// A test that fails says so by its status.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first;

static void *come(void *unused)
{
    int nobody = 0;
    atomic_compare_exchange_strong(&first, &nobody, 2);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, come, NULL);
    int nobody = 0;
    atomic_compare_exchange_strong(&first, &nobody, 1);
    pthread_join(thread, NULL);
    return first == 1 ? 0 : 217;
}
