// In-place string manipulation with pointers from both ends.
#include <stdio.h>
#include <string.h>

static void reverse(char *a, char *b) { while (a < b) { char t = *a; *a++ = *b, *b-- = t; } }
static void words(char *s)
{
    reverse(s, s + strlen(s) - 1);
    for (char *p = s; *p; p++) { char *q = p; while (*q && *q != ' ') q++; reverse(p, q - 1); if (!*q) break; p = q; }
}
static int palindrome(const char *s) { const char *e = s + strlen(s); while (s < e) if (*s++ != *--e) return 0; return 1; }
static void squeeze(char *s, char c) { char *to = s; for (; *s; s++) if (*s != c) *to++ = *s; *to = 0; }

int main(void)
{
    char s[] = "the quick brown fox";
    words(s), puts(s);
    squeeze(s, 'o'), puts(s);
    printf("%d %d %d\n", palindrome("level"), palindrome("abba"), palindrome("abc"));
    return 0;
}
