//@ expect: safe
//@ flags: --random explore
//@ native: no
//@ exits: 0 1 2 3
// Rests of small divisors, parts of the range, fractions.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    srand48(7);
    double fraction = drand48();
    assert(fraction >= 0 && fraction < 1);
    int high = random() > RAND_MAX / 2;
    return high * 2 + (rand() == RAND_MAX);
}
