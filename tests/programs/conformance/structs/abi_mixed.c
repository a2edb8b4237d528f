// Structs that mix integers and floats, so that each half has its class.
#include <stdio.h>

struct id { int i; double d; };
struct di { double d; long i; };
struct if_ { int i; float f; };
struct iff { int i; float f, g; };
struct cfd { char c; float f; double d; };
struct pd { const char *p; double d; };

static __attribute__((noinline)) struct id a(struct id x) { return (struct id){ (int)x.d, x.i }; }
static __attribute__((noinline)) struct di b(struct di x) { return (struct di){ (double)x.i, (long)x.d }; }
static __attribute__((noinline)) struct if_ c(struct if_ x) { return (struct if_){ (int)x.f, (float)x.i }; }
static __attribute__((noinline)) struct iff d(struct iff x) { return (struct iff){ x.i + 1, x.g, x.f }; }
static __attribute__((noinline)) struct cfd e(struct cfd x, int n) { x.c += n, x.f += n, x.d += n; return x; }
static __attribute__((noinline)) struct pd f(struct pd x) { return (struct pd){ x.p + 1, x.d * 2 }; }

int main(void)
{
    struct id r1 = a((struct id){ 3, 4.5 });
    struct di r2 = b((struct di){ 2.75, 9 });
    struct if_ r3 = c((struct if_){ 5, 6.5f });
    struct iff r4 = d((struct iff){ 1, 2, 3 });
    struct cfd r5 = e((struct cfd){ 'a', 1, 2 }, 3);
    struct pd r6 = f((struct pd){ "text", 1.5 });
    printf("%d %g %g %ld %d %g\n", r1.i, r1.d, r2.d, r2.i, r3.i, r3.f);
    printf("%d %g %g %c %g %g %s %g\n", r4.i, r4.f, r4.g, r5.c, r5.f, r5.d, r6.p, r6.d);
    return 0;
}
