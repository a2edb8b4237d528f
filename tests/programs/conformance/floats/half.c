// _Float16: storage, arithmetic, conversions.
#include <stdio.h>

int main(void)
{
    _Float16 a = (_Float16)1.0, b = (_Float16)0.1;
    for (int i = 0; i < 12; i++) {
        printf("%a %a %d %d\n", (double)a, (double)b, a < b, (int)a);
        a = a * (_Float16)2.5 + b;
        b = b / (_Float16)3;
    }
    _Float16 big = (_Float16)65504, over = big + (_Float16)100;
    printf("%g %g %g\n", (double)big, (double)over, (double)(_Float16)(1.0 / 3));
    return sizeof a;
}
