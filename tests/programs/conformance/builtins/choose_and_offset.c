// __builtin_offsetof with variable indices, choose_expr, LINE, FUNCTION.
#include <stdio.h>

struct s { int a; struct { char b[4]; long c; } d[3]; };
#define SIZE(x) __builtin_choose_expr(__builtin_types_compatible_p(typeof(x), char), 1, 1000)

static int where(int line) { return line == __builtin_LINE() - 8; }

int main(void)
{
    volatile int i = 2;
    char c = 0;
    printf("%zu %zu %d %d\n", __builtin_offsetof(struct s, d[1].c), __builtin_offsetof(struct s, d[i].b[1]), SIZE(c), SIZE(i));
    printf("%s %d\n", __builtin_FUNCTION(), where(__LINE__) >= 0);
    return SIZE(c);
}
