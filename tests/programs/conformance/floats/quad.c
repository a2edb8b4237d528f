// __float128 arithmetic, seen through conversions and bits.
#include <stdio.h>
#include <string.h>

static void show(__float128 x)
{
    unsigned long w[2];
    memcpy(w, &x, 16);
    printf("%016lx%016lx %a\n", w[1], w[0], (double)x);
}

int main(void)
{
    __float128 a = 1, b = 3;
    a /= b;
    show(a), show(a * b), show(a + b), show(a - b), show(b / a);
    for (int i = 0; i < 5; i++)
        a = a * a + b / 7, show(a);
    show((__float128)0.1), show((__float128)0.1f), show((__float128)12345678901234567L), show((__float128)-5);
    printf("%d %d %ld %d\n", a < b, a == a, (long)(a * 1000), (int)-b);
    return 0;
}
