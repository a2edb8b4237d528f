// Structs of floats and doubles travel in vector registers.
#include <stdio.h>

struct f1 { float a; };
struct f2 { float a, b; };
struct f3 { float a, b, c; };
struct f4 { float a, b, c, d; };
struct d1 { double a; };
struct d2 { double a, b; };
struct fd { float a; double b; };
struct f5 { float a, b, c, d, e; };

static __attribute__((noinline)) struct f1 g1(struct f1 x) { x.a *= 2; return x; }
static __attribute__((noinline)) struct f2 g2(struct f2 x, struct f1 y) { x.a += y.a, x.b -= y.a; return x; }
static __attribute__((noinline)) struct f3 g3(struct f3 x) { return (struct f3){ x.c, x.a, x.b }; }
static __attribute__((noinline)) struct f4 g4(struct f4 x) { return (struct f4){ x.d, x.c, x.b, x.a }; }
static __attribute__((noinline)) struct d2 h2(struct d2 x, struct d1 y) { return (struct d2){ x.b * y.a, x.a / y.a }; }
static __attribute__((noinline)) struct fd hf(struct fd x) { return (struct fd){ (float)x.b, x.a }; }
static __attribute__((noinline)) struct f5 g5(struct f5 x) { x.e = x.a + x.b + x.c + x.d; return x; }

int main(void)
{
    struct f1 a = g1((struct f1){ 1.5f });
    struct f2 b = g2((struct f2){ 4, 5 }, a);
    struct f3 c = g3((struct f3){ 1, 2, 3 });
    struct f4 d = g4((struct f4){ 1, 2, 3, 4 });
    struct d2 e = h2((struct d2){ 10, 20 }, (struct d1){ 4 });
    struct fd f = hf((struct fd){ 0.5f, 0.25 });
    struct f5 g = g5((struct f5){ 1, 2, 3, 4, 0 });
    printf("%g %g %g %g %g %g\n", a.a, b.a, b.b, c.a, c.b, c.c);
    printf("%g %g %g %g %g %g %g %g %g\n", d.a, d.d, e.a, e.b, f.a, f.b, g.a, g.d, g.e);
    return 0;
}
