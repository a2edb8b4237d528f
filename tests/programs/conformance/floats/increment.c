// ++ and compound assignment on floats of every kind.
#include <stdio.h>

int main(void)
{
    float f = 0.5f;
    double d = 1e15;
    long double l = -2.5L;
    _Float16 h = (_Float16)10.5;
    int i = 10;
    for (int n = 0; n < 5; n++) {
        f++, --d, l += 3, h -= (_Float16)0.25;
        i *= 1.5, i += 0.7, f *= i, d /= 1.5f, l -= f;
        printf("%a %a %La %a %d\n", (double)f, d, l, (double)h, i);
    }
    return 0;
}
