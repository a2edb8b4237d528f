//@ expect: safe
// A block that a global still points to at the end is no leak.
#include <stdlib.h>

int *volatile cache;

int main(void) {
    cache = malloc(sizeof *cache);
    *cache = 1;
    return 0;
}
