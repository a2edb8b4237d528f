// Leaving and entering the scope of a VLA again and again.
#include <stdio.h>

int main(void)
{
    int n = 1, total = 0;
again:
    {
        char a[n * 3];
        for (int i = 0; i < n * 3; i++) a[i] = (char)(i + n);
        total += a[n] + (int)sizeof a;
        if (n++ < 8) goto again;
    }
    while (n--) {
        if (n == 5) continue;
        long b[n + 1];
        b[n] = n;
        total += (int)b[n];
        if (n == 2) break;
    }
    printf("%d\n", total);
    return total & 127;
}
