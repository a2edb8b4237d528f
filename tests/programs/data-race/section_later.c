// An atomic section is no excuse: its third access races with the plain one of main.
#include <pthread.h>
#include <augur.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
volatile int first, second, third;

static void *worker(void *unused)
{
    __VERIFIER_atomic_begin();
    first = 1;
    second = 2;
    third = 3; // expect: data-race
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    int seen = third; // expect: data-race
    pthread_join(thread, NULL);
    return seen > 3;
}
