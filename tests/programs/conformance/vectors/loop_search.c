// Loops with early exits, counts and conditions over bytes.
#include <stdio.h>
#include <string.h>

static int count(const char *s, char c) { int n = 0; for (; *s; s++) n += *s == c; return n; }
static int first_upper(const char *s, int n) { for (int i = 0; i < n; i++) if (s[i] >= 'A' && s[i] <= 'Z') return i; return -1; }
static int all_digits(const char *s, int n) { int ok = 1; for (int i = 0; i < n; i++) ok &= s[i] >= '0' && s[i] <= '9'; return ok; }

int main(void)
{
    char text[] = "the quick brown fox jumps over the lazy Dog and the cat sat on the mat 0123456789";
    int n = (int)strlen(text);
    printf("%d %d %d %d %d\n", count(text, 't'), count(text, ' '), first_upper(text, n), all_digits(text, n), all_digits(text + n - 10, 10));
    for (int i = 0; i < n; i++) text[i] = text[i] >= 'a' && text[i] <= 'z' ? (char)(text[i] - 32) : text[i];
    for (int i = 0, j = n - 1; i < j; i++, j--) { char t = text[i]; text[i] = text[j], text[j] = t; }
    puts(text);
    return 0;
}
