// printf of integers: flags, widths, precisions, lengths.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int v[] = { 0, 1, -1, 42, -12345, 2147483647 };
    for (int i = 0; i < 6; i++) {
        printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%8.3d]\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
        printf("[%u] [%x] [%#X] [%o] [%#o] [%#10x] [%-#10x]\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
        printf("[%hhd] [%hd] [%ld] [%lld] [%zu] [%jd] [%td]\n", (signed char)v[i], (short)v[i], v[i] * 3L, v[i] * 5LL, (size_t)3, (intmax_t)v[i], (ptrdiff_t)v[i]);
    }
    printf("[%*d] [%-*d] [%.*d] [%c] [%5c] [%%]\n", 6, 7, 4, 8, 3, 9, 'x', 'y');
    return printf("%s\n", "");
}
