//@ expect: safe
// Loads and stores of assembly are as good as atomic: they do not race with atomics, nor each other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static int data, plain;

static int load(int *from)
{
    int value;
    __asm__ volatile("movl %1, %0" : "=r"(value) : "m"(*from) : "memory");
    return value;
}

static void store(int *to, int value)
{
    __asm__ volatile("movl %1, %0" : "=m"(*to) : "r"(value) : "memory");
}

static void *worker(void *unused)
{
    data = 42;
    store((int *)&flag, 1);
    store(&plain, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    if (atomic_load(&flag))
        assert(data == 42);
    assert(load(&plain) <= 1);
    pthread_join(thread, NULL);
    return 0;
}
