// Variable-length arrays: one and two dimensions, parameters, sizeof.
#include <stdio.h>

static int trace(int n, int m[n][n]) { int s = 0; for (int i = 0; i < n; i++) s += m[i][i]; return s; }

static long fill(int rows, int columns)
{
    int a[rows][columns];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) a[i][j] = i * 10 + j;
    int (*row)[columns] = a + rows / 2;
    long sum = 0;
    for (int j = 0; j < columns; j++) sum += (*row)[j];
    return sum * 1000 + (long)sizeof a + (long)sizeof *row;
}

int main(void)
{
    for (int n = 1; n < 6; n++) {
        int m[n][n];
        for (int i = 0; i < n * n; i++) m[i / n][i % n] = i;
        printf("%d %ld\n", trace(n, m), fill(n, n + 2));
    }
    int n = 4;
    typedef int row[n];
    n = 7;
    row r;
    return (int)(sizeof r + sizeof(row) * 2);
}
