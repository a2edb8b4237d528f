// __builtin_rotateleft and rotateright.
#include <stdio.h>

int main(void)
{
    for (unsigned i = 0; i < 70; i += 9)
        printf("%x %x %x %lx %lx\n", __builtin_rotateleft8(0xa3, (unsigned char)i), __builtin_rotateright16(0xbeef, (unsigned short)i),
               __builtin_rotateleft32(0x12345678, i), __builtin_rotateright64(0x123456789abcdef, i),
               __builtin_rotateleft64(0x123456789abcdef, i));
    return 0;
}
