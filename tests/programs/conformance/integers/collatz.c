// Long chains of simple arithmetic.
#include <stdio.h>

int main(void)
{
    int best = 0, longest = 0;
    for (int n = 1; n < 300; n++) {
        int steps = 0;
        for (long k = n; k != 1; steps++)
            k = k % 2 ? 3 * k + 1 : k / 2;
        if (steps > longest)
            longest = steps, best = n;
    }
    printf("%d %d\n", best, longest);
    return longest;
}
