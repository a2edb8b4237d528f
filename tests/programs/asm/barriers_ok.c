//@ expect: safe
/* Empty statements: barriers, and values handed on. */
#include <stdio.h>

struct pair {
    int a, b;
};

int main(void)
{
    int x = 5, y, z = 7;
    double d = 1.5;
    long sum = 0;
    struct pair p = {1, 2};
    asm volatile("" ::: "memory");
    asm volatile("" : "+r"(x));
    asm("" : "=r"(y) : "0"(z));
    asm volatile("" : : "r"(x), "m"(y), "i"(4));
    asm volatile("" : "+m"(z) : "r"(&p) : "memory");
    asm("" : "+x"(d));
    asm("" : "+r"(x), "+r"(y));
    asm volatile("" : "+g"(sum));
    asm("" : "=g"(sum) : "0"(17L));
    asm volatile("# only a comment");
    asm volatile("pause\n\tnop");
    asm volatile("rep; nop" ::: "memory");
    asm volatile("mfence" ::: "memory");
    asm volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
    printf("%d %d %d %g %ld %d\n", x, y, z, d, sum, p.a + p.b);
    return 0;
}
