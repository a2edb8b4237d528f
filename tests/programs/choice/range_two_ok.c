//@ expect: safe
//@ native: no
//@ exits: 1 2 3 4 5 10 11 12
// Cases, a pointer of which only null is told apart, and two unknown numbers compared with each other.
#include "augur.h"

int main(void)
{
    void *pointer = __VERIFIER_nondet_pointer(), *copy = pointer;
    double real = __VERIFIER_nondet_double(), same = real;
    unsigned short u = __VERIFIER_nondet_ushort();
    switch (u) {
    case 1: return 1;
    case 7: return 2;
    case 9: return 3;
    }
    if (copy == 0)
        return 4;
    if (u == 7 || pointer == 0)
        return 9;
    unsigned long a = __VERIFIER_nondet_size_t(), b = __VERIFIER_nondet_ulong();
    (void)same;
    return a < 3 && b < 2 ? 10 + (a > b) + 2 * (a == b) : 5;
}
