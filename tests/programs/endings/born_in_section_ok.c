/* Nobody else runs inside a section, a thread just started included: every execution in which the
 * thread could fail is given up before. */
//@ expect: safe
//@ native: no
#include <pthread.h>
#include <augur.h>

void *fails(void *p)
{
    *(volatile int *)p = 1;
    return 0;
}

void __VERIFIER_atomic_start(void)
{
    pthread_t t;
    pthread_create(&t, 0, fails, 0);
    augur_assume(augur_choice(2) == 2);
}

int main(void)
{
    __VERIFIER_atomic_start();
    return 0;
}
