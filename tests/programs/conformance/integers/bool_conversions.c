// Everything that converts to _Bool is 0 or 1.
#include <stdbool.h>
#include <stdio.h>

static bool flag(double d) { return d; }

int main(void)
{
    int x;
    bool a = 256, b = 0.1, c = &x, d = -0.0, e = 0, f = (char)256;
    printf("%d %d %d %d %d %d\n", a, b, c, d, e, f);
    a = 7, a += 300;
    b = !b, b = ~b;
    c ^= 1;
    printf("%d %d %d %d %d\n", a, b, c, flag(0.5), flag(0));
    bool many[5] = { 2, 0, -1, 0, 1 };
    int n = 0;
    for (int i = 0; i < 5; i++)
        n = n * 2 + many[i];
    return n;
}
