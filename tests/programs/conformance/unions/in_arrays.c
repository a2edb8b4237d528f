// Unions in arrays in structs in unions.
#include <stdio.h>

union outer {
    struct { union { int i[2]; long l; } in[2]; char tag; } s;
    unsigned char raw[32];
};

int main(void)
{
    union outer o = { .s = { .in = { { .l = 0x1122334455667788 }, { .i = { 1, 2 } } }, .tag = 'q' } };
    printf("%x %x %lx %c\n", o.s.in[0].i[0], o.s.in[0].i[1], o.s.in[1].l, o.s.tag);
    o.raw[0] = 0xff, o.raw[9] = 0x10;
    printf("%lx %lx %d %zu\n", o.s.in[0].l, o.s.in[1].l, o.raw[16], sizeof o);
    return 0;
}
