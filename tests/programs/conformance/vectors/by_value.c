// Vectors as arguments, results and members.
#include <stdio.h>

typedef float f4 __attribute__((vector_size(16)));
typedef int i2 __attribute__((vector_size(8)));
typedef double d4 __attribute__((vector_size(32)));
struct ray { f4 from, to; i2 id; };

static __attribute__((noinline)) f4 mix(f4 a, f4 b, float t) { return a * (1 - t) + b * t; }
static __attribute__((noinline)) i2 swap(i2 a) { return (i2){ a[1], a[0] }; }
static __attribute__((noinline)) d4 scale(d4 a, double k) { return a * k; }
static __attribute__((noinline)) struct ray turn(struct ray r) { return (struct ray){ r.to, r.from, swap(r.id) }; }

int main(void)
{
    struct ray r = { { 0, 1, 2, 3 }, { 4, 5, 6, 7 }, { 8, 9 } };
    r = turn(r);
    f4 m = mix(r.from, r.to, 0.25f);
    d4 d = scale((d4){ 1, 2, 3, 4 }, 1.5);
    printf("%g %g %d %d %g %g\n", m[0], m[3], r.id[0], r.id[1], d[0], d[3]);
    return 0;
}
