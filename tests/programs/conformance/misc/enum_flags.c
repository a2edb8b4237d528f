// Sets of flags and their names.
#include <stdio.h>
#include <string.h>

enum perm { R = 4, W = 2, X = 1, NONE = 0 };
static const struct { enum perm p; char c; } table[] = { { R, 'r' }, { W, 'w' }, { X, 'x' } };
static char *show(unsigned mode, char *to)
{
    char *p = to;
    for (int shift = 6; shift >= 0; shift -= 3)
        for (int i = 0; i < 3; i++) *p++ = mode >> shift & table[i].p ? table[i].c : '-';
    *p = 0;
    return to;
}

int main(void)
{
    char text[10];
    for (unsigned m = 0; m < 01000; m += 0123) printf("%03o %s\n", m, show(m, text));
    enum perm p = R | X;
    p &= ~X, p |= W, p ^= R;
    return p;
}
