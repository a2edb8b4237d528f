/* A longjmp out of an atomic section ends the section: the other thread runs
 * between the two reads. */
//@ native: no
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int x;
static jmp_buf place;

static void *other(void *arg)
{
    x = 1;
    return arg;
}

__attribute__((noinline)) static void inside(void)
{
    __VERIFIER_atomic_begin();
    int a = x, b = x;
    assert(a == b);
    longjmp(place, 1 + a);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    int first = setjmp(place);
    if (first == 0)
        inside();
    int later = x;
    assert(later == first - 1); // expect: assert
    pthread_join(thread, NULL);
    return 0;
}
