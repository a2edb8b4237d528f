/* Without the lock prefix an instruction on memory is a read and a write: no race, but others get in between. */
#include <assert.h>
#include <pthread.h>

static int counter;

static void *run(void *arg)
{
    asm volatile("incl %0" : "+m"(counter) : : "memory", "cc");
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, run, NULL);
    run(NULL);
    pthread_join(a, NULL);
    assert(counter == 2); // expect: assert
    return 0;
}
