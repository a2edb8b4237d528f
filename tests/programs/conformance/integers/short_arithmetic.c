// Arithmetic in 16 bits: promoted, then cut.
#include <stdio.h>

static short mix(short a, short b) { return (short)(a * 31 + b); }
static unsigned short umix(unsigned short a, unsigned short b) { return (unsigned short)(a * 31u - b); }

int main(void)
{
    short s = 12345;
    unsigned short u = 54321;
    for (int i = 0; i < 20; i++) {
        s = mix(s, (short)i);
        u = umix(u, (unsigned short)s);
        printf("%d %u\n", s, u);
    }
    return (s ^ u) & 127;
}
