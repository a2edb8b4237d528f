/* Without the lock prefix an instruction on memory is a read and a write. */
#include <pthread.h>

static int counter;

static void *run(void *arg)
{
    asm volatile("incl %0" : "+m"(counter) : : "memory", "cc"); // expect: data-race
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, run, NULL);
    run(NULL);
    pthread_join(a, NULL);
    return 0;
}
