// Vectors reinterpreted as vectors of other elements and as scalars.
#include <stdio.h>
#include <string.h>

typedef unsigned char c16 __attribute__((vector_size(16)));
typedef unsigned short s8 __attribute__((vector_size(16)));
typedef unsigned long l2 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));

int main(void)
{
    c16 c;
    for (int i = 0; i < 16; i++) c[i] = (unsigned char)(i * 17);
    s8 s = (s8)c;
    l2 l = (l2)s;
    f4 f = (f4)l;
    printf("%x %x %lx %lx %a\n", s[0], s[7], l[0], l[1], (double)f[1]);
    unsigned __int128 w;
    memcpy(&w, &c, 16);
    w >>= 4;
    memcpy(&c, &w, 16);
    printf("%x %x\n", c[0], c[15]);
    return 0;
}
