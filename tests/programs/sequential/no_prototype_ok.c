//@ expect: safe
/* Calls without prototype: the arguments decide, and what a function does not
 * take is dropped. (C17; later C has no such calls.) */
#include <stdio.h>

static int none() { return 4; }
static int two(a, b) int a; double b; { return a + (int)b; }
static long other(long x) { return x * 2; }

int main(void)
{
    int (*f)() = two;
    long (*g)() = other;
    printf("%d %d\n", none(1, 2.5), two(1, 2.5));
    printf("%d %ld\n", f(3, 4.5), g(21L));
    f = none;
    return f("x") == 4 && f() == 4 ? 0 : 1;
}
