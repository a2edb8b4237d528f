// Radix sort of unsigned and of float keys.
#include <stdio.h>
#include <string.h>

static void sort(unsigned *v, unsigned *t, int n)
{
    for (int shift = 0; shift < 32; shift += 8) {
        int count[257] = { 0 };
        for (int i = 0; i < n; i++) count[(v[i] >> shift & 255) + 1]++;
        for (int i = 0; i < 256; i++) count[i + 1] += count[i];
        for (int i = 0; i < n; i++) t[count[v[i] >> shift & 255]++] = v[i];
        memcpy(v, t, (size_t)n * sizeof *v);
    }
}
static unsigned key(float f) { unsigned u; memcpy(&u, &f, 4); return u ^ (u >> 31 ? 0xffffffff : 0x80000000); }

int main(void)
{
    unsigned v[20], t[20];
    for (unsigned i = 0; i < 20; i++) v[i] = i * 2654435761u;
    sort(v, t, 20);
    for (int i = 0; i < 20; i++) printf("%x ", v[i]);
    for (int i = 0; i < 20; i++) v[i] = key((float)(i * 7 % 20 - 10) / 3);
    sort(v, t, 20);
    for (int i = 0; i < 20; i++) printf("%x ", v[i]);
    puts("");
    return 0;
}
