//@ opt: O0
#include <stdlib.h>

int main(void) {
    int *flags = malloc(2 * sizeof *flags);
    flags[0] = 1;
    int ready = flags[1]; // Copying it is fine,
    if (ready) // expect: uninit
        flags[0] = 2;
    free(flags);
}
