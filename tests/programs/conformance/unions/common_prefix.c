// Structs with a common initial sequence seen through a union.
#include <stdio.h>

struct a { int kind; int x; };
struct b { int kind; double y; char z; };
union shape { struct a a; struct b b; int kind; };

static double area(const union shape *s) { return s->kind ? s->b.y * s->b.z : s->a.x; }

int main(void)
{
    union shape shapes[] = { { .a = { 0, 7 } }, { .b = { 1, 2.5, 4 } }, { .a = { 0, -1 } } };
    for (int i = 0; i < 3; i++)
        printf("%d %g\n", shapes[i].b.kind, area(shapes + i));
    return 0;
}
