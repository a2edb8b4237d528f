/* The word at %fs:0 of a thread that was joined may be that of the next one: a lock that nobody gives back seems to be
 * the newcomer's own. */
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
    if (!atomic_compare_exchange_strong(&owner, &nobody, me()))
        assert(nobody != me()); // expect: assert
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 2; i++) {
        pthread_create(&thread, NULL, lock, NULL);
        pthread_join(thread, NULL);
    }
    return 0;
}
