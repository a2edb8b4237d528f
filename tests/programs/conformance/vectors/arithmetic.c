// Vectors of every element type: + - * / % and negation.
#include <stdio.h>

#define ALL(name, type, n, format)                                                         \
    typedef type name __attribute__((vector_size(sizeof(type) * n)));                     \
    static void do_##name(void)                                                            \
    {                                                                                      \
        name a, b;                                                                         \
        for (int i = 0; i < n; i++) a[i] = (type)(i * 7 - 5), b[i] = (type)(i + 3);        \
        name r[] = { a + b, a - b, a * b, a / b, -a, a + 1 };                              \
        for (int j = 0; j < 6; j++, puts(""))                                              \
            for (int i = 0; i < n; i++) printf(format " ", r[j][i]);                       \
    }

ALL(v16c, signed char, 16, "%d") ALL(v8s, short, 8, "%d") ALL(v4i, int, 4, "%d") ALL(v2l, long, 2, "%ld")
ALL(v16u, unsigned char, 16, "%u") ALL(v8u, unsigned, 8, "%u") ALL(v4f, float, 4, "%g") ALL(v4d, double, 4, "%g")

int main(void)
{
    do_v16c(), do_v8s(), do_v4i(), do_v2l(), do_v16u(), do_v8u(), do_v4f(), do_v4d();
    return 0;
}
