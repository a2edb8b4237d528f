// A matrix product: two-dimensional indexing, integer multiplication.
#include <stdio.h>

enum { N = 160 };
static int a[N][N], b[N][N], c[N][N];

int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i + 2 * j;
            b[i][j] = i - j;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
    long trace = 0;
    for (int i = 0; i < N; i++)
        trace += c[i][i];
    printf("%ld\n", trace);
    return 0;
}
