// Shifts of promoted narrow types.
#include <stdio.h>

int main(void)
{
    for (int i = 0; i < 8; i++) {
        unsigned char c = 0xb5;
        signed char s = (signed char)0xb5;
        unsigned short h = 0xbeef;
        c <<= i;
        s >>= i;
        h = (unsigned short)(h << i);
        printf("%x %d %x %d\n", c, s, h, (unsigned char)~c >> i);
    }
    return 0;
}
