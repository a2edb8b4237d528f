/* The word at %fs:0, in the ways in which it is asked for, tells threads apart that live at the same time. */
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

/* As an allocator has it, for any place. */
static inline void *slot(long number)
{
    void *word;
    const long at = number * (long)sizeof(void *);
    __asm__("movq %%fs:%1, %0" : "=r"(word) : "m"(*(void **)at));
    return word;
}

static _Atomic uintptr_t owner;

static void *other(void *arg)
{
    uintptr_t nobody = 0;
    if (atomic_compare_exchange_strong(&owner, &nobody, me())) {
        assert(owner == me() && owner == (uintptr_t)slot(0));
        owner = 0;
    } else {
        assert(nobody != me());
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    other(NULL);
    assert(me() == (uintptr_t)__builtin_thread_pointer());
    pthread_join(thread, NULL);
    return 0;
}
