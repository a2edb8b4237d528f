// The older __sync and __atomic builtins.
#include <stdio.h>

static unsigned short s = 1000;
static long l = 5;
static int *p;

int main(void)
{
    int x = 1, y = 2;
    printf("%d %d\n", __sync_fetch_and_add(&s, 65000), __sync_add_and_fetch(&s, 1));
    printf("%ld %ld\n", __sync_val_compare_and_swap(&l, 5, 6), __sync_lock_test_and_set(&l, 9));
    __atomic_store_n(&p, &x, __ATOMIC_RELEASE);
    int *old = __atomic_exchange_n(&p, &y, __ATOMIC_ACQ_REL);
    printf("%d %d %d\n", *old, *__atomic_load_n(&p, __ATOMIC_ACQUIRE), __atomic_always_lock_free(8, 0));
    printf("%ld %ld\n", __atomic_fetch_nand(&l, 3, __ATOMIC_SEQ_CST), __atomic_add_fetch(&l, 100, __ATOMIC_RELAXED));
    printf("%ld %ld\n", __atomic_fetch_max(&l, 1000, __ATOMIC_RELAXED), __atomic_fetch_min(&l, -5, __ATOMIC_RELAXED));
    printf("%ld\n", l);
    return s & 127;
}
