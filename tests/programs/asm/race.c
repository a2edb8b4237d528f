/* What assembly does to memory counts as atomic, and races with plain accesses as atomics do. */
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
    counter++; // expect: data-race
    pthread_join(a, NULL);
    return 0;
}
