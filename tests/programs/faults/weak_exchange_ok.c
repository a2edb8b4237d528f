//@ expect: safe
//@ flags: --faults spurious-failure
// In a loop it does no harm: what is expected is still what is there. The strong one does not fail.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int value;
static _Atomic(int *) pointer;
static _Atomic unsigned char byte;

static void *add(void *unused)
{
    int seen = value;
    while (!atomic_compare_exchange_weak(&value, &seen, seen + 1))
        ;
    return unused;
}

int main(void)
{
    pthread_t thread;
    int mine = 7, *none = NULL;
    unsigned char zero = 0;
    pthread_create(&thread, NULL, add, NULL);
    add(NULL);
    pthread_join(thread, NULL);
    assert(value == 2);
    int expected = 2;
    assert(atomic_compare_exchange_strong(&value, &expected, 3));
    if (!atomic_compare_exchange_weak(&pointer, &none, &mine)) {
        assert(none == NULL && pointer == NULL);
        atomic_store(&pointer, &mine);
    }
    assert(*pointer == 7);
    if (!atomic_compare_exchange_weak(&byte, &zero, 255))
        assert(zero == 0 && byte == 0);
    return 0;
}
