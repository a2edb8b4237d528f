//@ expect: safe
//@ native: no
// Two atomic sections never race with each other, and an atomic access not with one inside a section.
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int first, second;
static atomic_int third;

static void *worker(void *unused)
{
    __VERIFIER_atomic_begin();
    first = 1;
    second = 2;
    third = 3;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    if (third == 3) {
        __VERIFIER_atomic_begin();
        assert(first + second == 3);
        __VERIFIER_atomic_end();
    }
    __VERIFIER_atomic_begin();
    first += second;
    __VERIFIER_atomic_end();
    pthread_join(thread, NULL);
    return 0;
}
