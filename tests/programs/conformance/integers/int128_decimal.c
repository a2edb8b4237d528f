// 128-bit numbers written in decimal; factorials and Fibonacci.
#include <stdio.h>

static void print(unsigned __int128 n)
{
    char text[50], *p = text + 49;
    *p = 0;
    do
        *--p = '0' + (int)(n % 10);
    while (n /= 10);
    puts(p);
}

int main(void)
{
    unsigned __int128 f = 1, a = 0, b = 1;
    for (int i = 1; i <= 33; i++)
        f *= i;
    print(f);
    for (int i = 0; i < 180; i++) {
        unsigned __int128 t = a + b;
        a = b, b = t;
    }
    print(a);
    print(~(unsigned __int128)0);
    return 0;
}
