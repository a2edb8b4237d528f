// Pascal's triangle, Catalan and Stirling numbers.
#include <stdio.h>

int main(void)
{
    unsigned long c[20][20] = { { 1 } }, s[12][12] = { { 1 } }, catalan = 1;
    for (int n = 1; n < 20; n++) for (int k = 0; k <= n; k++) c[n][k] = (k ? c[n - 1][k - 1] : 0) + c[n - 1][k];
    for (unsigned n = 1; n < 12; n++) for (unsigned k = 1; k <= n; k++) s[n][k] = s[n - 1][k - 1] + k * s[n - 1][k];
    for (unsigned long n = 0; n < 15; n++) printf("%lu ", catalan), catalan = catalan * 2 * (2 * n + 1) / (n + 2);
    printf("%lu %lu %lu\n", c[19][9], s[11][5], s[10][3]);
    return 0;
}
