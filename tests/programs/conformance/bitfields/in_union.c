// Bit-fields in a union with an integer: fields of a float.
#include <stdio.h>

union number { float f; unsigned bits; struct { unsigned mantissa : 23, exponent : 8, sign : 1; } parts; };

int main(void)
{
    float values[] = { 1, -2, 0.1f, 1e30f, -1e-30f, 0, 3.4028235e38f };
    for (int i = 0; i < 7; i++) {
        union number n = { .f = values[i] };
        printf("%x %u %d %x\n", n.bits, n.parts.sign, (int)n.parts.exponent - 127, n.parts.mantissa);
        n.parts.sign ^= 1;
        n.parts.exponent = (n.parts.exponent + 1) & 127;
        printf("%g\n", (double)n.f);
    }
    return 0;
}
