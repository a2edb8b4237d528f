// alloca in loops, in recursion, with sizes known only at run time.
#include <stdio.h>
#include <string.h>

static int depth(int n)
{
    char *text = __builtin_alloca((unsigned)n + 1);
    memset(text, 'a' + n, (unsigned)n);
    text[n] = 0;
    int below = n ? depth(n - 1) : 0;
    return below + (int)strlen(text) + text[n / 2] % 3;
}

int main(void)
{
    int *chain[6], sum = 0;
    for (int i = 0; i < 6; i++) {
        chain[i] = __builtin_alloca(sizeof(int) * (unsigned)(i + 1));
        for (int j = 0; j <= i; j++)
            chain[i][j] = i * 10 + j;
    }
    for (int i = 0; i < 6; i++)
        sum += chain[i][i];
    long *aligned = __builtin_alloca_with_align(64, 512);
    aligned[7] = sum;
    printf("%d %d %ld %d\n", sum, depth(12), aligned[7], (int)((unsigned long)aligned % 64));
    return 0;
}
