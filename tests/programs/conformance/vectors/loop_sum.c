// Loops that optimisers vectorise: sums and dot products.
#include <stdio.h>

static int a[100];
static unsigned char bytes[100];
static short h[100];
static long l[100];

int main(void)
{
    for (int i = 0; i < 100; i++)
        a[i] = i * i - 50, bytes[i] = (unsigned char)(i * 3), h[i] = (short)(i * 300), l[i] = i * 1000000007L;
    int sum = 0, dot = 0, least = a[0], most = a[0];
    long wide = 0, mixed = 0;
    unsigned x = 0, total = 0;
    for (int i = 0; i < 100; i++) sum += a[i];
    for (int i = 0; i < 97; i++) dot += a[i] % 100 * h[i + 3];
    for (int i = 0; i < 100; i++) wide += l[i];
    for (int i = 0; i < 100; i++) mixed += (long)a[i] * bytes[i];
    for (int i = 0; i < 100; i++) x ^= (unsigned)a[i];
    for (int i = 1; i < 99; i++) total += bytes[i];
    for (int i = 0; i < 100; i++) least = a[i] < least ? a[i] : least, most = a[i] > most ? a[i] : most;
    printf("%d %d %ld %ld %u %u %d %d\n", sum, dot, wide, mixed, x, total, least, most);
    return 0;
}
