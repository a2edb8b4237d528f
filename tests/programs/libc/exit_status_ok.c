//@ expect: safe
//@ exits: 0
// The parent sees eight bits of the status.
#include <stdlib.h>

int main(void) { exit(256); }
