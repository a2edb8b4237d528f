// Byte vectors: search, case conversion, counting by masks.
#include <stdio.h>
#include <string.h>

typedef unsigned char c16 __attribute__((vector_size(16)));
typedef signed char m16 __attribute__((vector_size(16)));

int main(void)
{
    char text[33] = "Vectors Of Bytes, Searched Fast!";
    int upper = 0, spaces = 0;
    for (int i = 0; i < 32; i += 16) {
        c16 v;
        memcpy(&v, text + i, 16);
        m16 up = (m16)((v >= 'A') & (v <= 'Z')), space = (m16)(v == ' ');
        for (int k = 0; k < 16; k++) upper -= up[k], spaces -= space[k];
        v ^= (c16)up & 32;
        memcpy(text + i, &v, 16);
    }
    printf("%d %d %s\n", upper, spaces, text);
    return 0;
}
