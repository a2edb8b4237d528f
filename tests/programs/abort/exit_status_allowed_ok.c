//@ expect: safe
//@ exits: 0 9
//@ native: no
// Without the flag a status is the program's own business.
#include <augur.h>

int main(void) { return augur_choice(2) ? 9 : 0; }
