// A deterministic automaton built from patterns, and a knight's tour count.
#include <stdio.h>
#include <string.h>

static int fail[16];
static int search(const char *text, const char *pattern)
{
    int n = (int)strlen(pattern), k = 0, found = 0;
    fail[0] = 0;
    for (int i = 1; i < n; i++) { while (k && pattern[i] != pattern[k]) k = fail[k - 1]; k += pattern[i] == pattern[k]; fail[i] = k; }
    k = 0;
    for (; *text; text++) { while (k && (k == n || *text != pattern[k])) k = fail[k - 1]; k += *text == pattern[k]; found += k == n; }
    return found;
}

int main(void)
{
    printf("%d %d %d\n", search("abababa", "aba"), search("aaaaa", "aa"), search("mississippi", "issi"));
    long ways[10] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
    static const signed char moves[10][3] = { { 4, 6, -1 }, { 6, 8, -1 }, { 7, 9, -1 }, { 4, 8, -1 }, { 0, 3, 9 }, { -1 }, { 0, 1, 7 }, { 2, 6, -1 }, { 1, 3, -1 }, { 2, 4, -1 } };
    for (int t = 0; t < 10; t++) { long next[10] = { 0 }; for (int i = 0; i < 10; i++) for (int k = 0; k < 3 && moves[i][k] >= 0; k++) next[(int)moves[i][k]] += ways[i]; memcpy(ways, next, sizeof ways); }
    long sum = 0;
    for (int i = 0; i < 10; i++) sum += ways[i];
    printf("%ld\n", sum);
    return 0;
}
