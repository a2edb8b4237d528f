// Evaluation stops as soon as the result is known.
#include <stdio.h>

static int calls;
static int t(int n) { calls = calls * 3 + n; return 1; }
static int f(int n) { calls = calls * 3 + n; return 0; }

int main(void)
{
    int a = t(1) && f(2) && t(3), b = f(1) || t(2) || t(3), c = (f(1) || f(2)) && t(1), d = t(2) ? f(1) : t(2);
    int *null = 0;
    int e = null && *null, g = !null || *null;
    printf("%d %d %d %d %d %d %d\n", a, b, c, d, e, g, calls);
    int i = 0;
    (i++ && i++) || i++;
    return i;
}
