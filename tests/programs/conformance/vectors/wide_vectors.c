// Vectors of 64 bytes and of 128-bit elements.
#include <stdio.h>

typedef unsigned u16 __attribute__((vector_size(64)));
typedef unsigned __int128 w2 __attribute__((vector_size(32)));

int main(void)
{
    u16 v;
    for (unsigned i = 0; i < 16; i++) v[i] = i * 0x01010101;
    v = v * 3 + (v >> 5);
    v ^= __builtin_shufflevector(v, v, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    for (int i = 0; i < 16; i++) printf("%x ", v[i]);
    w2 w = { (unsigned __int128)1 << 100, 77 };
    w = w * 3 - (w >> 7);
    printf("\n%lx %lx\n", (unsigned long)(w[0] >> 64), (unsigned long)w[1]);
    return 0;
}
