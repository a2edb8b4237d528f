//@ flags: --ltl 'G !ap3'
//@ expect: ltl
// Propositions by number, for a moment.
#include <augur.h>

int main(void) {
    __divine_ap(3);
    return 0;
}
