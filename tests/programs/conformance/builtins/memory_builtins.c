// __builtin_memcpy and friends with constant and variable sizes.
#include <stdio.h>

int main(void)
{
    volatile unsigned long n = 5;
    char a[16] = "0123456789abcde", b[16];
    __builtin_memcpy(b, a, sizeof a), __builtin_memset(b + 2, '-', 3), __builtin_memmove(b + 1, b, n);
    printf("%s %d %zu\n", b, __builtin_memcmp(a, b, n) < 0, __builtin_strlen(b));
    __builtin_memcpy_inline(b, "inline", 7);
    printf("%s %s %d\n", b, __builtin_strchr(b, 'l'), __builtin_strcmp(b, "inline"));
    __builtin_bzero(b, 3);
    return b[0] + b[3];
}
