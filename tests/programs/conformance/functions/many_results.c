// Several results through pointers, and structs as tuples.
#include <stdio.h>

struct stats { double mean; int min, max; unsigned count; };

static void divide(int a, int b, int *q, int *r) { if (q) *q = a / b; if (r) *r = a % b; }
static struct stats analyse(const int *v, unsigned n)
{
    struct stats s = { 0, v[0], v[0], n };
    for (unsigned i = 0; i < n; i++) {
        s.mean += v[i];
        if (v[i] < s.min) s.min = v[i];
        if (v[i] > s.max) s.max = v[i];
    }
    s.mean /= n;
    return s;
}

int main(void)
{
    int q, r, v[] = { 4, -2, 9, 7, 1 };
    divide(17, 5, &q, &r), divide(100, 7, 0, &q);
    struct stats s = analyse(v, 5);
    printf("%d %d %g %d %d %u\n", q, r, s.mean, s.min, s.max, s.count);
    return analyse(v + 2, 2).max;
}
