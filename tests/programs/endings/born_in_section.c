/* The section ends, and then the thread runs. */
#include <pthread.h>
#include <augur.h>

void *fails(void *p)
{
    *(volatile int *)p = 1; // expect: null-deref
    return 0;
}

void __VERIFIER_atomic_start(void)
{
    pthread_t t;
    pthread_create(&t, 0, fails, 0);
    augur_assume(augur_choice(2) == 1);
}

int main(void)
{
    __VERIFIER_atomic_start();
    return 0;
}
