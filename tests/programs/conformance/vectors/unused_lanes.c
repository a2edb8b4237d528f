// Lanes that are never written nor read do no harm.
#include <stdio.h>

typedef int i4 __attribute__((vector_size(16)));

static i4 half(int a, int b) { i4 v; v[0] = a, v[2] = b; return v; }

int main(void)
{
    i4 v = half(3, 4), w = half(5, 6), s = v + w;
    i4 t = __builtin_shufflevector(s, s, 0, 2, 0, 2);
    printf("%d %d\n", s[0], s[2]);
    if (t[1] > 9)
        printf("%d %d %d %d\n", t[0], t[1], t[2], t[3]);
    return t[3];
}
