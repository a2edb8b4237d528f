/* A lock that is given back is nobody's when the next thread comes, which may have the same word at %fs:0. Where that
 * word leads it stands again, and it is the thread's id. */
//@ expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static inline uintptr_t me(void)
{
    uintptr_t word;
    __asm__("movq %%fs:0, %0" : "=r"(word));
    return word;
}

static _Atomic uintptr_t owner;

static void *lock(void *arg)
{
    uintptr_t nobody = 0;
    if (atomic_compare_exchange_strong(&owner, &nobody, me()))
        owner = 0;
    else
        assert(nobody != me());
    assert(*(uintptr_t *)me() == me() && me() == (uintptr_t)pthread_self());
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 2; i++) {
        pthread_create(&thread, NULL, lock, NULL);
        pthread_join(thread, NULL);
    }
    lock(NULL);
    return 0;
}
