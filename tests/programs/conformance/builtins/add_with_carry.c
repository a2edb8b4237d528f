// __builtin_addc and subc: big numbers by carry chains.
#include <stdio.h>

int main(void)
{
    unsigned long a[4] = { ~0ul, ~0ul, 5, 1ul << 63 }, b[4] = { 1, 0, ~0ul, 1ul << 63 }, s[4], d[4], carry = 0;
    for (int i = 0; i < 4; i++)
        s[i] = __builtin_addcl(a[i], b[i], carry, &carry);
    printf("%lx %lx %lx %lx carry %lu\n", s[3], s[2], s[1], s[0], carry);
    carry = 0;
    for (int i = 0; i < 4; i++)
        d[i] = __builtin_subcl(b[i], a[i], carry, &carry);
    printf("%lx %lx %lx %lx borrow %lu\n", d[3], d[2], d[1], d[0], carry);
    unsigned c;
    unsigned char cb;
    printf("%u", __builtin_addc(4000000000u, 400000000u, 1u, &c)), printf(" %u\n", c);
    printf("%u", __builtin_subcb(3, 4, 0, &cb)), printf(" %u\n", cb);
    return 0;
}
