//@ expect: safe
// The sign of the gamma function is left in a variable.
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void)
{
    assert(lgamma(1) == 0 && signgam == 1);
    assert(lgamma(-0.5) > 1.2 && signgam == -1);
    assert(lgammaf(2) == 0 && signgam == 1);
    return 0;
}
