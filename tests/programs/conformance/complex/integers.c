// Complex integers, an extension: parts, conversion, arithmetic.
#include <stdio.h>

int main(void)
{
    _Complex int a = 3 + 4i, b = -1 + 2i;
    for (int i = 0; i < 4; i++) {
        a = a * b + 1;
        printf("%d %d\n", __real__ a, __imag__ a);
    }
    __imag__ a = 7;
    _Complex double d = a;
    _Complex short s = b;
    printf("%g %g %d %d\n", __real__ d, __imag__ d, __real__ s, __imag__ s);
    return __imag__ a;
}
