// Types and values of integer and character literals.
#include <stdio.h>

int main(void)
{
    printf("%zu %zu %zu %zu\n", sizeof 1, sizeof 1L, sizeof 2147483648, sizeof 0xffffffff);
    printf("%d %d %d %d\n", 0x10, 010, 0b1011, 'A');
    printf("%d %d %d %d\n", '\n', '\x41', '\101', '\377');
    printf("%d %d\n", 'ab' == ('a' << 8 | 'b'), L'\u00e9');
    printf("%lu %llu\n", 18446744073709551615UL, 0xffffffffffffULL);
    printf("%zu %zu\n", sizeof u'a', sizeof U'a');
    return sizeof 'a';
}
