/* A longjmp within a function leaves its section open. */
//@ expect: safe
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

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    if (setjmp(place) == 0) {
        __VERIFIER_atomic_begin();
        longjmp(place, 1);
    }
    int a = x, b = x;
    assert(a == b);
    __VERIFIER_atomic_end();
    pthread_join(thread, NULL);
    return 0;
}
