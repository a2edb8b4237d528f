// A small regular expression matcher: . * + ? ^ $ and classes.
#include <stdio.h>

static int here(const char *r, const char *s);
static const char *skip(const char *r) { if (*r != '[') return r + 1; while (*r != ']') r++; return r + 1; }
static int one(const char *r, char c)
{
    if (!c) return 0;
    if (*r == '.') return 1;
    if (*r != '[') return *r == c;
    for (r++; *r != ']'; r++) { if (r[1] == '-' && r[2] != ']') { if (r[0] <= c && c <= r[2]) return 1; r += 2; } else if (*r == c) return 1; }
    return 0;
}
static int star(const char *r, const char *rest, const char *s, int least) { int n = 0; while (one(r, s[n])) n++; for (; n >= least; n--) if (here(rest, s + n)) return 1; return 0; }
static int here(const char *r, const char *s)
{
    if (!*r) return 1;
    if (*r == '$' && !r[1]) return !*s;
    const char *next = skip(r);
    if (*next == '*') return star(r, next + 1, s, 0);
    if (*next == '+') return star(r, next + 1, s, 1);
    if (*next == '?') return (one(r, *s) && here(next + 1, s + 1)) || here(next + 1, s);
    return one(r, *s) && here(next, s + 1);
}
static int match(const char *r, const char *s) { if (*r == '^') return here(r + 1, s); do if (here(r, s)) return 1; while (*s++); return 0; }

int main(void)
{
    const char *tests[][2] = { { "abc", "xxabcxx" }, { "^a.c$", "abc" }, { "^a.c$", "abcd" }, { "ab*c", "ac" }, { "ab+c", "ac" }, { "colou?r", "color" }, { "[0-9]+x$", "a123x" }, { "^[a-c]*$", "abcabcd" }, { "a.*b.*c", "a1b2c" } };
    for (int i = 0; i < 9; i++) printf("%d", match(tests[i][0], tests[i][1]));
    puts("");
    return 0;
}
