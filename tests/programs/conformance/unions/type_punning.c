// Reading bytes, halves and words of the same storage.
#include <stdio.h>

union view { unsigned long word; unsigned half[2]; unsigned short quarter[4]; unsigned char byte[8]; double d; };

int main(void)
{
    union view v = { .word = 0x0123456789abcdef };
    for (int i = 0; i < 8; i++)
        printf("%02x ", v.byte[i]);
    printf("%x %x %x\n", v.half[1], v.quarter[1], v.quarter[3]);
    v.d = 1.5;
    printf("%lx\n", v.word);
    v.byte[7] ^= 0x80;
    printf("%g\n", v.d);
    v.quarter[0] = 1;
    printf("%.17g\n", v.d);
    return v.byte[6];
}
