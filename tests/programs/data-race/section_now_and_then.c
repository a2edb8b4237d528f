// All but one execution in 256 use the section; a guess from a few executions does not help.
#include <pthread.h>
#include <augur.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int entered, balance;

static void *worker(void *unused)
{
    __VERIFIER_atomic_begin();
    entered++;
    balance++; // expect: data-race
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    int which = augur_choice(256);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    if (which == 77)
        balance--; // expect: data-race
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
