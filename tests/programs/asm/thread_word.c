/* The word at %fs:0 differs from thread to thread, so a lock that is known by it has one owner; here it is not asked
 * whether that is who gives it back. */
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

static void *other(void *arg)
{
    owner = 0;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    owner = me();
    assert(owner == me()); // expect: assert
    pthread_join(thread, NULL);
    return 0;
}
