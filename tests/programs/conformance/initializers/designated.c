// Designated initialisers: arrays, structs, nested, overriding, ranges.
#include <stdio.h>

struct p { int x, y, z; };
static int a[10] = { [3] = 7, 8, [1] = 5, [8 ... 9] = 4 };
static struct p pts[] = { [2] = { .y = 1 }, [0].x = 9, [0].z = 3, [1] = { 4, .z = 6 } };
static struct { struct p p; char s[4]; int m[2][2]; } deep = { .p.y = 2, .m[1] = { 5, 6 }, .s = "ab", .m[0][1] = 3 };

int main(void)
{
    for (int i = 0; i < 10; i++) printf("%d ", a[i]);
    for (int i = 0; i < 3; i++) printf("%d,%d,%d ", pts[i].x, pts[i].y, pts[i].z);
    printf("%d %s %d %d %d\n", deep.p.y, deep.s, deep.m[0][1], deep.m[1][0], deep.m[1][1]);
    struct p local = { .z = a[3], .x = a[1] };
    return local.z + (int)(sizeof pts / sizeof *pts);
}
