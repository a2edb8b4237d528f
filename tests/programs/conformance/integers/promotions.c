// The usual arithmetic conversions: which comparisons surprise.
#include <stdio.h>

int main(void)
{
    signed char minus = -1;
    unsigned char byte = 255;
    unsigned short half = 65535;
    unsigned word = 0xffffffffu;
    long wide = -1;
    unsigned long uwide = -1;
    printf("%d %d %d\n", minus == byte, minus < byte, (unsigned char)minus == byte);
    printf("%d %d\n", minus == half, (unsigned)minus == word);
    printf("%d %d %d\n", minus < word, -1 < 1u, minus == (int)word);
    printf("%d %d %d\n", wide < word, wide == uwide, word < uwide);
    printf("%d %d\n", ~byte, -half);
    printf("%d %d %d\n", byte * half, byte << 20, (char)(byte + 1));
    printf("%zu %zu %zu\n", sizeof(minus + byte), sizeof(word + wide), sizeof(+half));
    return 0;
}
