// Comparing unrelated pointers is stable.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int order(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)*(void *const *)a, y = (uintptr_t)*(void *const *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    int a, b, c, *v[] = { &a, &b, &c, &a, &c };
    qsort(v, 5, sizeof *v, order);
    int distinct = 1;
    for (int i = 1; i < 5; i++) distinct += v[i] != v[i - 1];
    printf("%d %d\n", distinct, (&a < &b) + (&b < &a));
    return 0;
}
