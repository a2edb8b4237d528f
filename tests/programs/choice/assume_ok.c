//@ expect: safe
//@ native: no
// What the assumption excludes is not judged.
#include <assert.h>
#include "augur.h"

int main(void) {
    int n = augur_range(0, 20);
    augur_assume(n % 7 == 3);
    assert(n == 3 || n == 10 || n == 17);
    return 0;
}
