// Elements read and written at positions known at run time.
#include <stdio.h>

typedef short s8 __attribute__((vector_size(16)));

static __attribute__((noinline)) int get(s8 v, int i) { return v[i]; }
static __attribute__((noinline)) s8 set(s8 v, int i, int x) { v[i] = (short)x; return v; }

int main(void)
{
    s8 v = { 0 };
    for (int i = 0; i < 8; i++)
        v = set(v, (i * 5) % 8, i * i);
    for (int i = 0; i < 8; i++)
        printf("%d ", get(v, i));
    v[3]++, v[4] -= 100, v[v[1] & 7] ^= 3;
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum = sum * 3 + v[i];
    printf("%d\n", sum);
    return 0;
}
