// Sizes and alignments of everything.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    int v[7], (*f)(void) = 0, *p[3];
    printf("%zu %zu %zu %zu %zu\n", sizeof(char), sizeof(_Bool), sizeof(wchar_t), sizeof(float), sizeof(long double));
    printf("%zu %zu %zu %zu\n", sizeof v, sizeof f, sizeof p, sizeof *p);
    printf("%zu %zu %zu\n", sizeof(ptrdiff_t), sizeof(intmax_t), sizeof(int_fast16_t));
    printf("%zu %zu\n", sizeof(int[3][4]), sizeof(struct { char c; short s; }[2]));
    printf("%d\n", sizeof(v[0]++ , 1) == sizeof(int) && v == v);
    return (int)sizeof(1 ? (short)1 : (char)2);
}
