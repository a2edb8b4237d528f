// Large structs go through memory, and the callee owns its copy.
#include <stdio.h>

struct big { int n[20]; double d; };

static __attribute__((noinline)) struct big change(struct big b, int k)
{
    for (int i = 0; i < 20; i++)
        b.n[i] += k * i;
    b.d *= k;
    return b;
}

static __attribute__((noinline)) int sum(const struct big b) { int s = 0; for (int i = 0; i < 20; i++) s += b.n[i]; return s; }

int main(void)
{
    struct big a = { { 1, 2, 3 }, 1.5 };
    struct big b = change(a, 2), c = change(change(a, 1), 3);
    printf("%d %d %d %g %g\n", sum(a), sum(b), sum(c), b.d, c.d);
    a = change(a, 5);
    printf("%d %g %d\n", sum(a), a.d, sum(change(b, -2)));
    return a.n[3];
}
