// malloc, calloc, realloc and free.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int *v = malloc(4 * sizeof *v), *z = calloc(8, sizeof *z), n = 4, sum = 0;
    if (!v || !z) return 1;
    for (int i = 0; i < 4; i++) v[i] = i;
    while (n < 40) {
        int *w = realloc(v, (size_t)(n *= 2) * sizeof *v);
        if (!w) return 1;
        v = w;
        for (int i = n / 2; i < n; i++) v[i] = v[i / 2] + i;
    }
    for (int i = 0; i < n; i++) sum += v[i];
    for (int i = 0; i < 8; i++) sum += z[i];
    char *s = strdup("duplicate");
    if (!s) return 1;
    printf("%d %d %s\n", n, sum, s);
    free(v), free(z), free(s), free(NULL);
    void *p = malloc(0);
    free(p);
    int *a = aligned_alloc(64, 128);
    if (!a) return 1;
    a[31] = 3;
    sum = a[31] + (int)((size_t)a % 64);
    free(a);
    return sum;
}
