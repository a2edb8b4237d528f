// Base64 and hexadecimal, there and back.
#include <stdio.h>
#include <string.h>

static const char set[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static void encode(const unsigned char *s, size_t n, char *to)
{
    for (; n > 0; s += 3, n -= n < 3 ? n : 3) {
        unsigned w = s[0] << 16 | (n > 1 ? s[1] << 8 : 0) | (n > 2 ? s[2] : 0);
        *to++ = set[w >> 18], *to++ = set[w >> 12 & 63], *to++ = n > 1 ? set[w >> 6 & 63] : '=', *to++ = n > 2 ? set[w & 63] : '=';
    }
    *to = 0;
}
static size_t decode(const char *s, unsigned char *to)
{
    unsigned char *begin = to;
    unsigned w = 0; int bits = 0;
    for (; *s && *s != '='; s++) { w = w << 6 | (unsigned)(strchr(set, *s) - set); if ((bits += 6) >= 8) *to++ = (unsigned char)(w >> (bits -= 8)); }
    return (size_t)(to - begin);
}

int main(void)
{
    const char *texts[] = { "", "f", "fo", "foo", "foob", "light work." };
    for (int i = 0; i < 6; i++) {
        char code[40]; unsigned char back[40];
        encode((const unsigned char *)texts[i], strlen(texts[i]), code);
        size_t n = decode(code, back);
        printf("%s %zu %d\n", code, n, memcmp(back, texts[i], n));
    }
    return 0;
}
