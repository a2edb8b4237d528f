//@ expect: safe
//@ native: no
//@ exits: 10 11 12 13 20 21 22 23 30 31 32 33 56 58 59 100 101 102
// Unknown numbers are copied byte by byte, widened and shifted before they are compared.
#include "augur.h"

#include <string.h>

struct input {
    char text[4];
    short small;
    long large;
};

static int is_digit(char c) { return c >= '0' && c <= '3'; }

int main(void)
{
    struct input a, b;
    for (int i = 0; i < 3; i++)
        a.text[i] = __VERIFIER_nondet_char();
    a.text[3] = 0;
    a.small = __VERIFIER_nondet_short();
    a.large = __VERIFIER_nondet_long();
    memcpy(&b, &a, sizeof a);
    if (!is_digit(b.text[0]))
        return 100;
    if (b.text[1] == '+') {
        if (a.small - 1 < 3 && a.small > 0)
            return a.text[0] - '0' + 10 * a.small;
        return 101;
    }
    if (b.large != 7 && a.large > 5 && b.large <= 9 && strlen(a.text) > 1)
        return (int)a.large + 50;
    return 102;
}
