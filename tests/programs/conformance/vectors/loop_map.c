// Loops that map, convert, select and interleave.
#include <stdio.h>

static int in[64], out[64], other[128];
static float f[64];
static unsigned char b[64];
static double d[64];

int main(void)
{
    for (int i = 0; i < 64; i++) in[i] = (i * 37) % 101 - 50;
    for (int i = 0; i < 64; i++) out[i] = in[i] > 0 ? in[i] * 2 : -in[i];
    for (int i = 0; i < 64; i++) f[i] = (float)in[i] * 0.5f + 1;
    for (int i = 0; i < 64; i++) b[i] = (unsigned char)(in[i] >> 1);
    for (int i = 0; i < 64; i++) d[i] = (double)f[i] / (i + 1);
    for (int i = 0; i < 64; i++) other[2 * i] = in[i], other[2 * i + 1] = out[i];
    for (int i = 0; i < 64; i++) out[i] = other[i * 2 + 1] - other[i] + b[63 - i];
    for (int i = 0; i < 64; i++) if (in[i] & 1) in[i] = out[i] ^ 5;
    unsigned long sum = 0;
    double total = 0;
    for (int i = 0; i < 64; i++) sum = sum * 31 + (unsigned)(in[i] + out[i] + b[i] + other[i]), total += d[i];
    printf("%lu %.17g\n", sum, total);
    return 0;
}
