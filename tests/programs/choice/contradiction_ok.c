//@ expect: safe
//@ native: no
// After an assumption that never holds, nothing is reached.
#include <assert.h>
#include "augur.h"

int main(void) {
    int n = augur_choice(4);
    augur_assume(n > 2);
    augur_assume(n < 3);
    assert(0);
}
