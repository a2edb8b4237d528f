// __builtin_*_overflow for every width and for mixed operands.
#include <stdio.h>

#define TRY(type, op, a, b)                                                              \
    do {                                                                                 \
        type r;                                                                          \
        int over = __builtin_##op##_overflow((a), (b), &r);                              \
        printf(#type " " #op " %d %lld\n", over, (long long)r);                          \
    } while (0)

int main(void)
{
    volatile int big = 2147483647, minus = -5;
    volatile unsigned u = 4000000000u;
    volatile long l = 0x7fffffffffffffff;
    volatile unsigned long ul = 0xffffffffffffffff;
    TRY(int, add, big, 1); TRY(int, add, big, -1); TRY(int, sub, minus, big); TRY(int, mul, big, 2);
    TRY(unsigned, add, u, u); TRY(unsigned, sub, 1u, u); TRY(unsigned, mul, u, 2u); TRY(unsigned, add, u, 1u);
    TRY(long, add, l, 1L); TRY(long, mul, l, 2L); TRY(long, mul, l, -1L); TRY(long, sub, -2L, l);
    TRY(unsigned long, add, ul, 1ul); TRY(unsigned long, mul, ul, ul); TRY(unsigned long, sub, 0ul, 1ul);
    TRY(signed char, add, 100, 27); TRY(signed char, add, 100, 28); TRY(unsigned char, mul, 16, 16);
    TRY(short, mul, 200, 200); TRY(unsigned short, sub, 3, 4);
    TRY(int, add, u, minus); TRY(unsigned, add, minus, 3); TRY(long, mul, u, minus); TRY(unsigned char, add, minus, 260);
    return 0;
}
