//@ flags: --ltl 'F ap3 && G(ap3 -> F ended)'
//@ expect: safe
//@ native: no
// Propositions by number, for a moment.
#include <augur.h>

int main(void) {
    __divine_ap(3);
    return 0;
}
