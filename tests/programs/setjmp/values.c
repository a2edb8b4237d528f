//@ expect: safe
/* Variables that do not change between setjmp and longjmp keep their values,
 * however many there are and whatever else the function does meanwhile. */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;
static int sink;

__attribute__((noinline)) static int mix(int a, int b) { return a * 31 + b; }

__attribute__((noinline)) static void leave(int value) { longjmp(place, value); }

__attribute__((noinline)) static int work(int a, int b, double x)
{
    int c = mix(a, b), d = mix(b, c), e = mix(c, d), f = mix(d, e);
    long double y = x * 3;
    int got = setjmp(place);
    if (got < 4) {
        int g = mix(e, f), h = mix(f, g), i = mix(g, h), j = mix(h, i);
        int k = mix(i, j), l = mix(j, k), m = mix(k, l);
        sink += mix(l, m) + mix(g, i);
        leave(got + 1);
    }
    printf("%d %d %d %d %d %d %.2f %.2Lf\n", a, b, c, d, e, f, x, y);
    return got;
}

/* At -O0 a variable lives in memory, so the newest value is seen. The volatile
 * one must be seen at every level. */
__attribute__((noinline)) static int changed(void)
{
    volatile int n = 1;
    if (setjmp(place) == 0) {
        n = 2;
        leave(1);
    }
    return n;
}

int main(void)
{
    int loops = work(3, 4, 1.5);
    return loops == 4 && changed() == 2 ? 0 : 1;
}
