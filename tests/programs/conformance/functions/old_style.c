// Arrays, qualifiers and static sizes as parameters.
#include <stdio.h>

static int first(int a[static 3]) { return a[0] + a[2]; }
static int two(int a[][3], int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i][i]; return s; }
static int konst(const int *restrict a, int *const restrict b) { *b = a[0]; return a[1]; }
static int *at(int *a, int i) { return &a[i]; }

int main(void)
{
    int v[5] = { 1, 2, 3, 4, 5 }, m[3][3] = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } }, x;
    printf("%d %d %d\n", first(v), two(m, 3), konst(v + 1, &x));
    *at(v, 3) = 40, at(m[1], 0)[1] = 50;
    printf("%d %d %d\n", x, v[3], m[1][1]);
    return 0;
}
