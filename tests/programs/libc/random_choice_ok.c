//@ expect: safe
//@ native: no
//@ exits: 0 1 2
// arc4random_uniform is a choice: every number is tried.
#include <stdint.h>

uint32_t arc4random_uniform(uint32_t bound);

int main(void) { return (int)arc4random_uniform(3); }
