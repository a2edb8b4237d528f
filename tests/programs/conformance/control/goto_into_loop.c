// goto into and out of loops and blocks.
#include <stdio.h>

int main(void)
{
    int i = 5, n = 0;
    goto middle;
    for (i = 0; i < 10; i++) {
        n += 100;
    middle:
        n += i;
        if (n > 500) goto out;
    }
out:
    printf("%d %d\n", i, n);
    if (n < 0) {
    inside:
        n = 7;
    } else if (i < 100) {
        i = 100;
        goto inside;
    }
    printf("%d %d\n", i, n);
retry:
    if (n++ < 10) goto retry;
    return n;
}
