// What malloc gives may lie where a freed block was: pointers to the two may be equal.
#include <assert.h>
#include <stdlib.h>

int *volatile stale, *volatile young;

int main(void) {
    stale = malloc(8);
    free(stale);
    young = malloc(8);
    assert(stale != young); // expect: assert
    free(young);
    return 0;
}
