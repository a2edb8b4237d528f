// abs, labs, llabs, div, ldiv.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int values[] = { 17, -17, 0, 2147483647, -2147483647 };
    for (int i = 0; i < 5; i++) {
        div_t d = div(values[i], 5);
        ldiv_t l = ldiv(values[i] * 3L, -7);
        printf("%d %ld %lld %d %d %ld %ld\n", abs(values[i]), labs(values[i] * 2L), llabs(-values[i]), d.quot, d.rem, l.quot, l.rem);
    }
    return 0;
}
