// Only the small member was written, the large one is read.
#include <stdlib.h>

union number {
    unsigned char small;
    unsigned long large;
};

union number *volatile n;

int main(void) {
    n = malloc(sizeof *n);
    n->small = 9;
    unsigned long all = n->large;
    free(n);
    if (all == 9) // expect: uninit
        exit(0);
    return 1;
}
