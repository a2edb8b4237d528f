// Conditional stores and loads guarded by a test.
#include <stdio.h>

static int a[40], b[40];

static void copy_if(const int *mask, int n, int **where)
{
    for (int i = 0; i < n; i++)
        if (mask[i] > 10)
            b[i] = *where[i] + a[i];
}

int main(void)
{
    int mask[40], *where[40];
    for (int i = 0; i < 40; i++) a[i] = i * 3, b[i] = -1, mask[i] = (i * 7) % 23, where[i] = mask[i] > 10 ? &a[39 - i] : 0;
    copy_if(mask, 40, where);
    long sum = 0;
    for (int i = 0; i < 40; i++) sum = sum * 5 + b[i], sum %= 1000000007;
    printf("%ld\n", sum);
    return 0;
}
