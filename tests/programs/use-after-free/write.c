// Writes to a freed block through a second pointer.
#include <stdlib.h>

int *volatile owner;
int *volatile alias;

int main(void) {
    owner = calloc(2, sizeof *owner);
    alias = owner + 1;
    free(owner);
    *alias = 1; // expect: use-after-free
    return 0;
}
