// UTF-8: encoding, decoding, refusing what is malformed.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int encode(uint32_t c, char *to)
{
    if (c < 0x80) return to[0] = (char)c, 1;
    if (c < 0x800) return to[0] = (char)(0xc0 | c >> 6), to[1] = (char)(0x80 | (c & 63)), 2;
    if (c < 0x10000) return to[0] = (char)(0xe0 | c >> 12), to[1] = (char)(0x80 | (c >> 6 & 63)), to[2] = (char)(0x80 | (c & 63)), 3;
    return to[0] = (char)(0xf0 | c >> 18), to[1] = (char)(0x80 | (c >> 12 & 63)), to[2] = (char)(0x80 | (c >> 6 & 63)), to[3] = (char)(0x80 | (c & 63)), 4;
}
static int decode(const unsigned char *s, uint32_t *c)
{
    int n = *s < 0x80 ? 1 : *s >> 5 == 6 ? 2 : *s >> 4 == 14 ? 3 : *s >> 3 == 30 ? 4 : 0;
    if (!n) return 0;
    *c = n == 1 ? *s : *s & (0x7f >> n);
    for (int i = 1; i < n; i++) { if ((s[i] & 0xc0) != 0x80) return 0; *c = *c << 6 | (s[i] & 63); }
    return n;
}

int main(void)
{
    uint32_t points[] = { 0x24, 0xa2, 0x20ac, 0x10348, 0x7f, 0x7ff, 0xffff, 0x10ffff }, back;
    int ok = 0;
    for (int i = 0; i < 8; i++) { char b[5] = ""; int n = encode(points[i], b); ok += decode((unsigned char *)b, &back) == n && back == points[i]; for (int k = 0; k < n; k++) printf("%02x", (unsigned char)b[k]); putchar(' '); }
    printf("%d %d\n", decode((const unsigned char *)"\xc3(", &back), decode((const unsigned char *)"\x80", &back));
    return ok;
}
