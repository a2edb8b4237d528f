// The preprocessor: pasting, strings, variadic macros, recursion, x-macros.
#include <stdio.h>

#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define STR(x) #x
#define XSTR(x) STR(x)
#define SHOW(format, ...) printf(format "\n" __VA_OPT__(,) __VA_ARGS__)
#define COLORS X(red, 1) X(green, 2) X(blue, 4)
#define X(name, value) CAT(color_, name) = value,
enum { COLORS };
#undef X
#define X(name, value) #name,
static const char *const names[] = { COLORS };
#undef X

int main(void)
{
    int XCAT(var, __LINE__) = 3, var12 = 4;
    SHOW("plain"), SHOW("%d %s", color_blue, names[1]), SHOW("%s", STR(a "b" \n) XSTR(__LINE__));
#if defined(__x86_64__) && (1 + 2 * 3 == 7) && -1 < 0u + 1
    SHOW("yes");
#elif 1
    SHOW("no");
#endif
    return (int)sizeof names / (int)sizeof *names;
}
