//@ flags: --ltl 'F inside && F G !inside'
//@ opt: O0
//@ expect: safe
//@ native: no
// What happens in an atomic section happens, though no other thread can see it.
#include <augur.h>

int inside;

int main(void) {
    __divine_interrupt_mask();
    inside = 1;
    inside = 0;
    __divine_interrupt_unmask();
    return 0;
}
