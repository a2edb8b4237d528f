// Shell sort, comb sort and counting inversions.
#include <stdio.h>

static int inversions(const int *v, int n) { int c = 0; for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++) c += v[i] > v[j]; return c; }

int main(void)
{
    int a[40], b[40];
    for (int i = 0; i < 40; i++) a[i] = b[i] = (i * i * 31 + 7) % 97;
    printf("%d ", inversions(a, 40));
    for (int gap = 13; gap; gap /= 3)
        for (int i = gap; i < 40; i++)
            for (int j = i; j >= gap && a[j] < a[j - gap]; j -= gap) { int t = a[j]; a[j] = a[j - gap], a[j - gap] = t; }
    for (int gap = 40, swapped = 1; gap > 1 || swapped;) {
        gap = gap > 1 ? gap * 10 / 13 : 1, swapped = 0;
        for (int i = 0; i + gap < 40; i++) if (b[i] > b[i + gap]) { int t = b[i]; b[i] = b[i + gap], b[i + gap] = t, swapped = 1; }
    }
    int same = 1;
    for (int i = 0; i < 40; i++) same &= a[i] == b[i];
    printf("%d %d %d %d\n", inversions(a, 40), same, a[0], a[39]);
    return same;
}
