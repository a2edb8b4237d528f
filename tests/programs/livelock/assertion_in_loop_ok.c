//@ expect: safe
//@ native: no
// To fail an assertion is no way out of a loop.
#include <assert.h>
#include <stdatomic.h>

atomic_int level;

int main(void) {
    for (;;)
        assert(level < 3);
}
