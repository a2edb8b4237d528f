//@ expect: safe
/* Atomics written by hand, shared by two threads. */
#include <assert.h>
#include <pthread.h>

static volatile int counter, added, lock, entered;

static int fetch_and_add(volatile int *p, int by)
{
    asm volatile("lock; xaddl %0, %1" : "+r"(by), "+m"(*p) : : "memory", "cc");
    return by;
}

static int compare_and_swap(volatile int *p, int old, int new)
{
    int seen;
    asm volatile("lock; cmpxchgl %2, %1" : "=a"(seen), "+m"(*p) : "r"(new), "0"(old) : "memory", "cc");
    return seen;
}

static int take(volatile int *p)
{
    int value = 1;
    asm volatile("xchgl %0, %1" : "+r"(value), "+m"(*p) : : "memory");
    return value;
}

static int down(volatile int *p)
{
    unsigned char zero;
    asm volatile("lock; decl %0; sete %1" : "+m"(*p), "=qm"(zero) : : "memory", "cc");
    return zero;
}

static void *run(void *arg)
{
    fetch_and_add(&counter, 2);
    asm volatile("lock; incl %0" : "+m"(added) : : "memory", "cc");
    if (take(&lock) == 0) {
        compare_and_swap(&entered, 0, 1);
    }
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, run, NULL);
    run(NULL);
    pthread_join(a, NULL);
    assert(counter == 4);
    assert(added == 2 && entered == 1);
    assert(!down(&added) && down(&added));
    return 0;
}
