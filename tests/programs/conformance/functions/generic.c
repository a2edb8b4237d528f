// _Generic selects by type.
#include <stdio.h>

#define NAME(x) _Generic((x), char: "char", signed char: "schar", unsigned char: "uchar", short: "short", int: "int", \
    unsigned: "unsigned", long: "long", unsigned long: "ulong", float: "float", double: "double", long double: "ldouble", \
    char *: "string", const char *: "cstring", int *: "intptr", default: "other")
static int twice_i(int x) { return 2 * x; }
static double twice_d(double x) { return 2 * x; }
#define TWICE(x) _Generic((x), int: twice_i, double: twice_d)(x)

int main(void)
{
    char c = 0; short s = 0; int i[3]; float f = 1; const char *p = "";
    printf("%s %s %s %s %s %s\n", NAME(c), NAME(s), NAME(c + s), NAME('a'), NAME(1u), NAME(1L));
    printf("%s %s %s %s %s %s %s\n", NAME(f), NAME(f * 2.0), NAME(2.0L), NAME(i), NAME("x"), NAME(p), NAME(&p));
    printf("%d %g\n", TWICE(21), TWICE(0.25));
    return 0;
}
