// Plain, mutual and nested recursion.
#include <stdio.h>

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static int mccarthy(int n) { return n > 100 ? n - 10 : mccarthy(mccarthy(n + 11)); }
static int partitions(int n, int most)
{
    if (n == 0) return 1;
    int sum = 0;
    for (int k = 1; k <= most && k <= n; k++) sum += partitions(n - k, k);
    return sum;
}

int main(void)
{
    printf("%d %d %d %d %d %d\n", is_even(40), is_odd(40), ackermann(2, 4), fibonacci(14), mccarthy(77), partitions(14, 14));
    return 0;
}
