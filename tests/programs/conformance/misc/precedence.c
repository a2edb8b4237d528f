// Precedence and associativity.
#include <stdio.h>

int main(void)
{
    int a = 5, b = 3, c = 2, v[] = { 1, 2, 3 }, *p = v;
    printf("%d %d %d %d\n", a - b - c, a << b + c, a & b == c, a ^ b | c);
    printf("%d %d %d %d\n", -a % b, !a + b, ~a & b, (a > b) > c);
    int x = *p++, y = *++p, z = (*p)++;
    printf("%d %d %d\n", x, y, z);
    a = b = c += 4;
    printf("%d %d %d %d\n", a, b, c, a == b ? b < c ? 1 : 2 : 3);
    printf("%d %d\n", sizeof a + 1 > 4, a || b && 0);
    return v[2];
}
