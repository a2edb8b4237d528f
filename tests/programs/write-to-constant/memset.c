// A library function writes to a constant table; the report names the caller's line.
#include <string.h>

const int table[4] = {1, 2, 3, 4};
void *volatile target = (void *)table;

int main(void) {
    memset(target, 0, sizeof table); // expect: write-to-constant
    return 0;
}
