// A block that realloc let grow where it was is freed, and another of the new size may be in its place:
// a pointer that was kept from the beginning is then equal to that.
#include <assert.h>
#include <stdlib.h>

char *volatile first, *volatile grown, *volatile later;

int main(void) {
    first = malloc(4);
    grown = realloc(first, 100);
    free(grown);
    grown = NULL;
    later = malloc(100);
    int same = later == first;
    free(later);
    assert(!same); // expect: assert
    return 0;
}
