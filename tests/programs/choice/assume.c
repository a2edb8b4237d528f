//@ native: no
// What the assumption leaves over is explored.
#include <assert.h>
#include "augur.h"

int main(void) {
    int n = augur_range(0, 20);
    augur_assume(n % 7 == 3);
    assert(n != 17); // expect: assert
    return 0;
}
