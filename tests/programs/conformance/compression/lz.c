// A sliding-window compressor and its inverse.
#include <stdio.h>
#include <string.h>

static int pack(const unsigned char *s, int n, unsigned char *to)
{
    int out = 0;
    for (int i = 0; i < n;) {
        int best = 0, far = 0;
        for (int d = 1; d <= i && d < 256; d++) { int k = 0; while (i + k < n && k < 255 && s[i + k - d] == s[i + k]) k++; if (k > best) best = k, far = d; }
        if (best > 3) to[out++] = 0, to[out++] = (unsigned char)far, to[out++] = (unsigned char)best, i += best;
        else to[out++] = 1, to[out++] = s[i++];
    }
    return out;
}
static int unpack(const unsigned char *s, int n, unsigned char *to)
{
    int out = 0;
    for (int i = 0; i < n;) if (s[i]) to[out++] = s[i + 1], i += 2; else { for (int k = 0; k < s[i + 2]; k++, out++) to[out] = to[out - s[i + 1]]; i += 3; }
    return out;
}

int main(void)
{
    const char *text = "she sells sea shells on the sea shore; the shells she sells are sea shells, aaaaaaaaaaaaaaaa";
    unsigned char packed[300], back[300];
    int n = (int)strlen(text), p = pack((const unsigned char *)text, n, packed), u = unpack(packed, p, back);
    printf("%d %d %d\n", n, p, u);
    return memcmp(back, text, (size_t)n) == 0;
}
