//@ expect: safe
//@ flags: --exit-zero
// Eight bits of a status are seen, and none of them is set.
#include <stdlib.h>

int main(void) { exit(512); }
