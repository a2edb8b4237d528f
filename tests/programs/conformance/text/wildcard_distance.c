// Wildcards, edit distance, longest common subsequence.
#include <stdio.h>
#include <string.h>

static int glob(const char *p, const char *s) { return !*p ? !*s : *p == '*' ? glob(p + 1, s) || (*s && glob(p, s + 1)) : *s && (*p == '?' || *p == *s) && glob(p + 1, s + 1); }
static int distance(const char *a, const char *b)
{
    int n = (int)strlen(b), row[20];
    for (int j = 0; j <= n; j++) row[j] = j;
    for (int i = 1; *a; a++, i++) for (int j = 1, old = row[0]++; j <= n; j++) { int up = row[j], best = old + (*a != b[j - 1]); if (up + 1 < best) best = up + 1; if (row[j - 1] + 1 < best) best = row[j - 1] + 1; old = up, row[j] = best; }
    return row[n];
}
static int common(const char *a, const char *b) { return !*a || !*b ? 0 : *a == *b ? 1 + common(a + 1, b + 1) : common(a + 1, b) > common(a, b + 1) ? common(a + 1, b) : common(a, b + 1); }

int main(void)
{
    printf("%d%d%d%d\n", glob("*.c", "main.c"), glob("a?c*", "abcdef"), glob("*x*", "abc"), glob("", ""));
    printf("%d %d %d\n", distance("kitten", "sitting"), distance("", "abc"), distance("flaw", "lawn"));
    return common("AGGTAB", "GXTXAYB");
}
