// Structs with long double and __int128 members by value.
#include <stdio.h>

struct l1 { long double a; };
struct l2 { long double a; int b; };
struct w { __int128 a; };
struct wc { char c; __int128 a; };

static __attribute__((noinline)) struct l1 f1(struct l1 x) { x.a += 0.5L; return x; }
static __attribute__((noinline)) struct l2 f2(int n, struct l2 x) { x.a *= n, x.b += n; return x; }
static __attribute__((noinline)) struct w f3(struct w x, struct w y) { x.a = x.a * y.a; return x; }
static __attribute__((noinline)) struct wc f4(char c, struct wc x) { x.a += c, x.c = c; return x; }

int main(void)
{
    struct l1 a = f1((struct l1){ 1.25L });
    struct l2 b = f2(3, (struct l2){ 2.5L, 4 });
    struct w c = f3((struct w){ (__int128)1 << 70 }, (struct w){ 12345 });
    struct wc d = f4('x', (struct wc){ 'y', -1 });
    printf("%Lg %Lg %d %lx %c %ld\n", a.a, b.a, b.b, (long)(c.a >> 64), d.c, (long)d.a);
    return 0;
}
