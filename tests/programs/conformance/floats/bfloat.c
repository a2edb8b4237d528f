// __bf16 as stored by others: widening and bits.
#include <stdio.h>
#include <string.h>

static __bf16 from_bits(unsigned short bits) { __bf16 b; memcpy(&b, &bits, 2); return b; }

int main(void)
{
    unsigned short bits[] = { 0x3f80, 0x4049, 0xc2f7, 0x0001, 0x7f7f, 0xff80, 0x8000 };
    float sum = 0;
    for (int i = 0; i < 7; i++) {
        __bf16 b = from_bits(bits[i]);
        float f = b;
        unsigned short back;
        memcpy(&back, &b, 2);
        printf("%a %x %d\n", (double)f, back, f > 1);
        if (i < 4) sum += f;
    }
    printf("%a\n", (double)sum);
    return sizeof(__bf16);
}
