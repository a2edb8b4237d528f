// Structs of 1 to 17 bytes of integers, by value, in and out.
#include <stdio.h>

#define DEFINE(n)                                                                            \
    struct s##n { unsigned char b[n]; };                                                     \
    static __attribute__((noinline)) struct s##n f##n(struct s##n x, int k)                  \
    {                                                                                        \
        for (int i = 0; i < n; i++) x.b[i] = (unsigned char)(x.b[i] * 3 + k);                 \
        return x;                                                                            \
    }
#define USE(n)                                                                               \
    do {                                                                                     \
        struct s##n x;                                                                       \
        for (int i = 0; i < n; i++) x.b[i] = (unsigned char)(i * 7 + n);                      \
        x = f##n(x, n);                                                                      \
        for (int i = 0; i < n; i++) printf("%d ", x.b[i]);                                   \
        puts("");                                                                            \
    } while (0)

DEFINE(1) DEFINE(2) DEFINE(3) DEFINE(4) DEFINE(5) DEFINE(6) DEFINE(7) DEFINE(8) DEFINE(9)
DEFINE(12) DEFINE(15) DEFINE(16) DEFINE(17)

int main(void)
{
    USE(1); USE(2); USE(3); USE(4); USE(5); USE(6); USE(7); USE(8); USE(9); USE(12); USE(15); USE(16); USE(17);
    return 0;
}
