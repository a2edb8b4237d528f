// Numbers in every base, Gray codes, digits and their sums.
#include <stdio.h>

static char *in_base(unsigned n, unsigned base, char *end) { *--end = 0; do *--end = "0123456789abcdefghijklmnopqrstuvwxyz"[n % base]; while (n /= base); return end; }

int main(void)
{
    char text[40];
    for (unsigned b = 2; b <= 36; b += 5) printf("%s %s\n", in_base(1000000007, b, text + 40), in_base(b * b, b, text + 40));
    int narcissistic = 0;
    for (int n = 100; n < 1000; n++) { int a = n / 100, b = n / 10 % 10, c = n % 10; narcissistic += a * a * a + b * b * b + c * c * c == n; }
    return narcissistic;
}
