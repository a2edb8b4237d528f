// Every atomic operation of C, by one thread.
#include <stdatomic.h>
#include <stdio.h>

int main(void)
{
    atomic_int a = 5;
    atomic_uchar c = 250;
    _Atomic long l = -1;
    atomic_bool b = 0;
    printf("%d %d %d\n", atomic_fetch_add(&a, 3), atomic_fetch_sub(&a, 10), atomic_load(&a));
    printf("%d %d %d\n", atomic_fetch_or(&c, 5), atomic_fetch_and(&c, 0x3c), atomic_fetch_xor(&c, 0xff));
    printf("%ld %ld\n", atomic_exchange(&l, 77), atomic_load_explicit(&l, memory_order_acquire));
    int expected = 0, ok = atomic_compare_exchange_strong(&a, &expected, 9);
    printf("%d %d", ok, expected);
    ok = atomic_compare_exchange_strong(&a, &expected, 9);
    printf(" %d %d %d\n", ok, a, c);
    a += 4, a -= 1, a *= 3, a ^= 1, ++a, c++, l <<= 2;
    atomic_store(&b, 1);
    atomic_thread_fence(memory_order_seq_cst);
    printf("%d %d %ld %d\n", a, c, l, b);
    atomic_flag f = ATOMIC_FLAG_INIT;
    return atomic_flag_test_and_set(&f) * 2 + atomic_flag_test_and_set(&f);
}
