// inline functions and static locals that live on.
#include <stdio.h>

static inline int counter(void) { static int n = 10; return n++; }
inline __attribute__((always_inline)) static int square(int x) { return x * x; }
static int memo(int n) { static int table[30] = { 1, 1 }; return table[n] ? table[n] : (table[n] = memo(n - 1) + memo(n - 2)); }
static const char *label(int n) { static char text[8]; static int calls; calls++; snprintf(text, sizeof text, "%d/%d", n, calls); return text; }

int main(void)
{
    int a = counter(), b = counter(), c = counter();
    printf("%d %d %d %d %d\n", a, b, c, square(counter()), memo(25));
    printf("%s ", label(7)), printf("%s\n", label(8));
    return counter();
}
