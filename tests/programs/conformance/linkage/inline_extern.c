// inline with an external definition, gnu_inline, and flattening.
#include <stdio.h>

inline int twice(int x) { return 2 * x; }
extern int twice(int x);
static inline __attribute__((flatten)) int four(int x) { return twice(twice(x)); }
extern inline __attribute__((gnu_inline, always_inline)) int gnu(int x) { return x + 100; }

int main(void)
{
    int (*f)(int) = twice;
    printf("%d %d %d\n", f(3), four(5), gnu(1));
    return twice(21);
}
