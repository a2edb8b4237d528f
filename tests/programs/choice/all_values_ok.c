//@ expect: safe
//@ native: no
// A choice stays in its range.
#include <assert.h>
#include "augur.h"

int main(void) {
    int n = augur_choice(5);
    assert(n >= 0 && n < 5);
    int m = augur_range(-2, 2);
    assert(m >= -2 && m <= 2);
    assert(augur_choice(1) == 0);
    return 0;
}
