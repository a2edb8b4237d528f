// Run-length encoding, there and back.
#include <stdio.h>
#include <string.h>

static int pack(const char *s, char *to) { char *begin = to; while (*s) { int n = 1; while (s[n] == *s && n < 9) n++; *to++ = (char)('0' + n), *to++ = *s; s += n; } *to = 0; return (int)(to - begin); }
static void unpack(const char *s, char *to) { for (; *s; s += 2) for (int n = *s - '0'; n--;) *to++ = s[1]; *to = 0; }

int main(void)
{
    const char *t[] = { "", "a", "aaabbbbcd", "zzzzzzzzzzzzzz", "abc" };
    int ok = 0;
    for (int i = 0; i < 5; i++) { char p[64], u[64]; int n = pack(t[i], p); unpack(p, u); ok += !strcmp(u, t[i]); printf("%d %s\n", n, p); }
    return ok;
}
