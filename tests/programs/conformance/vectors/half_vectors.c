// Vectors of _Float16 and conversions to vectors of float.
#include <stdio.h>

typedef _Float16 h4 __attribute__((vector_size(8)));
typedef float f4 __attribute__((vector_size(16)));

int main(void)
{
    h4 a = { (_Float16)1.5, (_Float16)-2, (_Float16)1000, (_Float16)0.1 }, b = a * a + a;
    f4 f = __builtin_convertvector(b, f4) / 3;
    h4 c = __builtin_convertvector(f, h4);
    for (int i = 0; i < 4; i++)
        printf("%a %a %a\n", (double)b[i], (double)f[i], (double)c[i]);
    return (a < b)[1] ? 1 : 0;
}
