// Indirect loads and stores in loops, and strided access.
#include <stdio.h>

static int table[64], index_[64], out[64];
struct pixel { unsigned char r, g, b; };
static struct pixel image[50];

int main(void)
{
    for (int i = 0; i < 64; i++) table[i] = i * i, index_[i] = (i * 29) & 63;
    for (int i = 0; i < 64; i++) out[i] = table[index_[i]] + i;
    for (int i = 0; i < 64; i++) if (out[i] % 3) table[index_[i]] = out[i];
    for (int i = 0; i < 50; i++) image[i] = (struct pixel){ (unsigned char)i, (unsigned char)(i * 2), (unsigned char)(255 - i) };
    unsigned grey = 0;
    for (int i = 0; i < 50; i++) grey += (image[i].r * 77u + image[i].g * 151u + image[i].b * 28u) >> 8;
    for (int i = 0; i < 50; i++) image[i].r = image[i].b, image[i].b = (unsigned char)(image[i].g + 1);
    unsigned long sum = 0;
    for (int i = 0; i < 64; i++) sum = sum * 7 + (unsigned)table[i];
    for (int i = 0; i < 50; i++) sum = sum * 3 + image[i].r - image[i].b;
    printf("%lu %u\n", sum, grey);
    return 0;
}
