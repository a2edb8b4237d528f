//@ expect: safe
//@ native: no
//@ exits: 0 1 2
#include "augur.h"

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 1000)
        return 2;
    unsigned char wraps = __VERIFIER_nondet_uchar();
    if ((unsigned char)(wraps + 1) > wraps && n + 1 > 5)
        return 1;
    return 0;
}
