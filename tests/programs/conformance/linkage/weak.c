// Weak definitions and weak references that nobody defines.
#include <stdio.h>

__attribute__((weak)) int maybe(void);
__attribute__((weak)) extern int maybe_value;
__attribute__((weak)) int given(void) { return 3; }
__attribute__((weak)) int weak_value = 4;

int main(void)
{
    printf("%d %d %d %d\n", maybe == 0, &maybe_value == 0, given(), weak_value);
    return maybe ? maybe() : given();
}
