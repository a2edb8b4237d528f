//@ native: no
// Every value of a choice is tried, the last one too.
#include <assert.h>
#include "augur.h"

int main(void) {
    int n = augur_choice(5);
    assert(n != 4); // expect: assert
    return 0;
}
