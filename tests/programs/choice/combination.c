//@ native: no
// Only one sequence of four choices opens the lock.
#include <assert.h>
#include "augur.h"

int main(void) {
    static const int secret[4] = {2, 0, 1, 2};
    int matched = 0;
    for (int i = 0; i < 4; i++)
        if (augur_choice(3) == secret[i])
            matched++;
    assert(matched < 4); // expect: assert
    return 0;
}
