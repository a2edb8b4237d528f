/* A failure inside a section does not let others run in the middle of it: with --keep-going there is
 * one violation, not two. */
//@ flags: --keep-going
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

sem_t s;

void *waiter(void *arg)
{
    sem_wait(&s);
    assert(0);
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, waiter, 0);
    __VERIFIER_atomic_begin();
    sem_post(&s);
    abort(); // expect: abort
    __VERIFIER_atomic_end();
}
