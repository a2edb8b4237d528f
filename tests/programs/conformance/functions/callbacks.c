// Callbacks with user data; map, filter and fold.
#include <stdio.h>

typedef int callback(int, void *);

static int each(const int *v, int n, callback *f, void *data) { int s = 0; for (int i = 0; i < n; i++) s += f(v[i], data); return s; }
static int scale(int x, void *data) { return x * *(int *)data; }
static int count_above(int x, void *data) { return x > *(int *)data; }
static int collect(int x, void *data) { int **p = data; *(*p)++ = x * x; return 1; }

int main(void)
{
    int v[] = { 3, 1, 4, 1, 5, 9, 2, 6 }, k = 3, out[8], *next = out;
    printf("%d %d %d\n", each(v, 8, scale, &k), each(v, 8, count_above, &k), each(v, 8, collect, &next));
    printf("%d %td\n", out[5], next - out);
    return out[7];
}
