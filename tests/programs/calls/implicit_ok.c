//@ expect: safe
/* Library functions without prototype: they take what they are given, and return what they are said to. */
#include <assert.h>

extern int strlen();
extern int printf();
extern void exit();
extern int memcmp();
extern int atoi();

static int sum(a, b, c) int a; char b; short c; { return a + b + c; }
static double scale(x, f) double x; float f; { return x * f; }
static int none() { return 5; }

int main()
{
    assert(strlen("four") == 4);
    printf("%d %s %.1f\n", 3, "three", 3.0);
    assert(atoi("12") == 12);
    assert(memcmp("ab", "ab", 2L) == 0);
    assert(sum(1, 2, 3) == 6);
    assert(scale(2.0, 1.5) == 3.0);
    assert(none(1, 2, 3) == 5);
    exit(0);
}
