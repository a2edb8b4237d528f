//@ expect: safe
#include <stdlib.h>

int main(void) {
    int *flags = calloc(2, sizeof *flags); // All zero.
    flags[0] = 1;
    int ready = flags[1];
    if (ready)
        flags[0] = 2;
    free(flags);
}
