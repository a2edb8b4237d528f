//@ expect: unsupported
// The same without anything wrong elsewhere.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;

static void *worker(void *unused)
{
    atomic_store(&flag, 1);
    __asm__ volatile("rdpmc");
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    assert(atomic_load(&flag) <= 1);
    return 0;
}
