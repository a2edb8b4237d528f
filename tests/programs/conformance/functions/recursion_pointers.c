// Recursion through pointers, permutations and subsets.
#include <stdio.h>

static int count, sum;
static void visit(const char *p) { count++; for (; *p; p++) sum = (sum * 31 + *p) % 1000003; }
static void permute(char *s, int n, void (*f)(const char *))
{
    if (n == 1) { f(s); return; }
    for (int i = 0; i < n; i++) {
        permute(s, n - 1, f);
        int j = n % 2 ? 0 : i;
        char t = s[j]; s[j] = s[n - 1], s[n - 1] = t;
    }
}
static int subsets(const int *v, int n, int target) { return n == 0 ? target == 0 : subsets(v + 1, n - 1, target) + subsets(v + 1, n - 1, target - *v); }

int main(void)
{
    char s[] = "abcde";
    permute(s, 5, visit);
    int v[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    printf("%d %d %d\n", count, sum, subsets(v, 8, 12));
    return 0;
}
