//@ native: no
// The same by the name of the trap itself.
#include <assert.h>
#include <augur/traps.h>

int main(void) {
    int a = __divine_choice(3);
    int b = __divine_choice(3);
    assert(a * 3 + b != 7); // expect: assert
    return 0;
}
