// Empty structs and zero-length arrays.
#include <stdio.h>

struct none {};
struct with { int a; struct none n; int b; char rest[0]; };

static struct none f(int a, struct none n, int b) { printf("%d %d\n", a, b); return n; }

int main(void)
{
    struct none n = f(1, (struct none){}, 2);
    struct with w = { 1, {}, 2 };
    n = f(w.a, w.n, w.b);
    printf("%zu %zu %zu\n", sizeof n, sizeof w, sizeof w.rest);
    return w.b;
}
