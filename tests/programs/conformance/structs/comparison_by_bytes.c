// memcmp of structs without padding; memset to zero.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct key { int a; short b, c; long d; };

int main(void)
{
    struct key x, y;
    memset(&x, 0, sizeof x), memset(&y, 0, sizeof y);
    printf("%d ", memcmp(&x, &y, sizeof x) == 0);
    x.c = 3;
    printf("%d ", memcmp(&x, &y, sizeof x) > 0);
    y = x, y.d = 1;
    printf("%d %d\n", memcmp(&x, &y, sizeof x) < 0, memcmp(&x, &y, offsetof(struct key, d)) == 0);
    return sizeof(struct key);
}
