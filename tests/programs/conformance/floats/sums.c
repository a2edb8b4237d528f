// Summation: naive, compensated, pairwise; order matters and is kept.
#include <stdio.h>

static float pairwise(const float *v, int n) { return n == 1 ? *v : pairwise(v, n / 2) + pairwise(v + n / 2, n - n / 2); }

int main(void)
{
    float v[200], naive = 0, sum = 0, rest = 0;
    for (int i = 0; i < 200; i++)
        v[i] = 1.0f / (float)(i + 1) * (i % 3 ? 1 : -1);
    for (int i = 0; i < 200; i++) {
        naive += v[i];
        float y = v[i] - rest, t = sum + y;
        rest = (t - sum) - y;
        sum = t;
    }
    printf("%a %a %a\n", (double)naive, (double)sum, (double)pairwise(v, 200));
    return 0;
}
