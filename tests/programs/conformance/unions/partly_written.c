// A union of which only some bytes were ever written.
#include <stdio.h>
#include <string.h>

union u { char small; short medium; long large; char text[24]; };

static union u make(int n)
{
    union u u;
    if (n == 0) u.small = 'x';
    if (n == 1) u.medium = 4000;
    if (n == 2) u.large = 1L << 40;
    if (n == 3) strcpy(u.text, "partly");
    return u;
}

int main(void)
{
    union u a = make(0), b = make(1), c = make(2), d = make(3);
    printf("%c %d %ld %s\n", a.small, b.medium, c.large, d.text);
    union u copies[4] = { a, b, c, d };
    return copies[0].small + copies[3].text[5];
}
