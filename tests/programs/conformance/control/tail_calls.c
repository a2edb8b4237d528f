// Tail calls that must be, through direct and indirect calls.
#include <stdio.h>

static long sum(long n, long acc);
static long step(long n, long acc) { __attribute__((musttail)) return sum(n - 1, acc + n); }
static long sum(long n, long acc) { if (n == 0) return acc; __attribute__((musttail)) return step(n, acc); }

typedef int state(int, int);
static state *table[3];
static int even(int n, int k) { if (!n) return k; __attribute__((musttail)) return table[n % 3](n - 1, k * 2 % 1009); }
static int odd(int n, int k) { if (!n) return -k; __attribute__((musttail)) return table[n % 3](n - 1, k + 1); }

int main(void)
{
    table[0] = even, table[1] = odd, table[2] = even;
    printf("%ld %d\n", sum(500, 0), even(300, 5));
    return 0;
}
