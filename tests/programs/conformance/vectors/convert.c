// __builtin_convertvector between element types.
#include <stdio.h>

typedef int i4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef double d4 __attribute__((vector_size(32)));
typedef short s4 __attribute__((vector_size(8)));
typedef unsigned char c4 __attribute__((vector_size(4)));
typedef long l4 __attribute__((vector_size(32)));

int main(void)
{
    f4 f = { 1.9f, -2.9f, 300.5f, 0.1f };
    i4 i = __builtin_convertvector(f, i4);
    d4 d = __builtin_convertvector(i, d4) / 3;
    s4 s = __builtin_convertvector(i * 200, s4);
    c4 c = __builtin_convertvector(i, c4);
    l4 l = __builtin_convertvector(s, l4);
    for (int n = 0; n < 4; n++)
        printf("%d %.17g %d %d %ld\n", i[n], d[n], s[n], c[n], l[n]);
    f4 g = __builtin_convertvector(c, f4);
    return (int)g[2];
}
