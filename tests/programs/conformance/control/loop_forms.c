// Loops whose exit lies at the top, the middle and the end.
#include <stdio.h>

int main(void)
{
    int n = 27, steps = 0, k = 0;
    while (n != 1) n = n % 2 ? 3 * n + 1 : n / 2, steps++;
    do k += 7; while (k % 11);
    for (;;) { if (k > 200) break; k += 13; if (k % 2) continue; k--; }
    int i, j;
    for (i = 0, j = 100; i < j; i += 3, j -= 2) {}
    for (int a = 0; a < 3; ++a) for (int b = a; b < 3; ++b) { if (b == 1) continue; for (int c = b; c--;) if ((k += c) > 1000) goto done; }
done:
    printf("%d %d %d %d\n", steps, k, i, j);
    return steps;
}
