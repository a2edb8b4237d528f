// Arrays of arrays, arrays of pointers, pointers to arrays.
#include <stdio.h>

int main(void)
{
    int m[3][4], *rows[3], (*p)[4] = m;
    for (int i = 0; i < 3; i++) {
        rows[i] = m[2 - i];
        for (int j = 0; j < 4; j++) m[i][j] = i * 10 + j;
    }
    printf("%d %d %d %d\n", p[1][2], (*(p + 2))[3], rows[0][1], *(*(rows + 2) + 3));
    int **q = rows, sum = 0;
    for (int *r = &m[0][0]; r < &m[0][0] + 4; r++) sum += *r;
    printf("%d %d %zu %zu\n", sum, q[1][1], sizeof m, sizeof *p);
    const char *words[] = { "alpha", "beta", "gamma", 0 };
    int n = 0;
    for (const char **w = words; *w; w++) n += (*w)[w - words];
    return n & 127;
}
